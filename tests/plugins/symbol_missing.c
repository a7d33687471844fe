/* A shared object that is no plug-in. */
const int mx_plugins = 1;
