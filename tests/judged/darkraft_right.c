/* Right. */
#include "darkraft.h"
