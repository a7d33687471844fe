#!/usr/bin/python3
"""Compares measure/stats.c with numpy and scipy on fixed data of many shapes and sizes."""
import math
import subprocess
import sys

import numpy
from scipy import stats


def ours(values, against):
    text = " ".join(repr(float(value)) for value in values)
    run = subprocess.run(
        [sys.argv[1], repr(against)], input=text, capture_output=True, text=True, check=True
    )
    first, second = run.stdout.splitlines()
    return [float(word) for word in first.split()], [float(word) for word in second.split()]


def interval(values):
    """The interval from the quantile of the binomial distribution, as in textbooks."""
    count = len(values)
    left = max(0, int(stats.binom.ppf(0.025, count, 0.5)) - 1)
    while 2 * (left + 1) < count and 1 - 2 * stats.binom.cdf(left + 1, count, 0.5) >= 0.95:
        left += 1
    coverage = 1 - 2 * stats.binom.cdf(left, count, 0.5) if count > 1 else 0
    return sorted(values)[left], sorted(values)[count - 1 - left], coverage


def sign_test(values, against):
    above, below = sum(values > against), sum(values < against)
    if above + below == 0:
        return 1.0
    return stats.binomtest(int(above), int(above + below), 0.5).pvalue


def holm(p):
    """By the definition: each p-value against those that are not yet rejected."""
    order = numpy.argsort(p, kind="stable")
    adjusted = numpy.empty(len(p))
    steps = p[order] * numpy.arange(len(p), 0, -1)
    adjusted[order] = numpy.minimum(1, numpy.maximum.accumulate(steps))
    return adjusted


def data():
    random = numpy.random.default_rng(20190427)
    for count in [*range(1, 42), 99, 100, 399, 400, 999, 1000]:
        yield random.normal(0.01, 0.05, count)
        yield random.lognormal(0, 1, count)
        yield random.integers(0, 4, count).astype(float)  # many ties
    for count in range(1, 12):
        yield random.random(count) ** 3  # p-values
        yield numpy.round(random.random(count), 1)


def main():
    compared = 0
    for values in data():
        for against in (0.0, 0.01, float(numpy.median(values)), 2.0):
            figures, adjusted = ours(values, against)
            expected = [numpy.median(values), *interval(values), sign_test(values, against)]
            for figure, wanted in zip(figures, expected, strict=True):
                assert math.isclose(figure, wanted, rel_tol=1e-9, abs_tol=1e-12), (
                    values,
                    figures,
                    expected,
                )
            if values.min() >= 0 and values.max() <= 1:
                assert numpy.allclose(adjusted, holm(values), rtol=1e-9), (values, adjusted)
            compared += 1
    print(f"{compared} data sets, no difference")


if __name__ == "__main__":
    main()
