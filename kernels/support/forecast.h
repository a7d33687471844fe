/* The work that a kernel foresees for one call of solve, before it starts. `auto` turns it into
 * seconds with the rates of this machine and so compares kernels, instruction sets and thread
 * counts. */
#ifndef MX_SUPPORT_FORECAST_H
#define MX_SUPPORT_FORECAST_H

struct mx_forecast {
    /* The kernel defines its steps; two forecasts of one technique have the same kind. `steps` is
     * exact where shape and count fix the work. `more` is an estimate of the further steps that
     * depend on what the solve finds. */
    double steps, more;
    double results; /* passes of the loop around the steps: one for each vector or state; units of
                       counted work where the spread is MX_WIDE or more */
    double bytes;   /* of tables that are initialised before */
    double spread;  /* the true work is likely within this factor; 0 or 1 = exact */
#define MX_WIDE 4.0

    /* With several threads. Between two stages all threads wait for the last one. */
    double stages; /* 0 = one thread does everything */
    double shares; /* equal parts of the work of a stage: at most so many threads are busy */
};

#endif
