/* Exports a function where the descriptor should be. */
void mx_plugin(void);
void mx_plugin(void) {
}
