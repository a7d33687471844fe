/* Does everything over and over again. */
#define SWEEPS 100
#include "bacteria.h"
