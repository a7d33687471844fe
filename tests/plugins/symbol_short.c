/* A descriptor of another contract, smaller than today's. */
const unsigned mx_plugin = 0;
