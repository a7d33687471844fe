/* A shared object that is not a plug-in. */
const int mx_plugins = 1;
