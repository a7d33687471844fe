/* Needs an undefined function. */
void nobody_has_this(void);
void mx_plugin(void);
void mx_plugin(void) {
    nobody_has_this();
}
