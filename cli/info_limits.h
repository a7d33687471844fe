/* The limits of the machine, as 'info' shows them. */
#ifndef MX_INFO_LIMITS_H
#define MX_INFO_LIMITS_H

#include <jansson.h>

#include "measure/limits.h"

void mx_limits_print(const struct mx_limits *limits);

/* The value of "limits": data/results/limits.schema.json says what is in it. */
json_t *mx_limits_json(const struct mx_limits *limits);

#endif
