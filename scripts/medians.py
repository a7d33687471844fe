#!/usr/bin/python3 -B
"""Medians of times with exact intervals, from order statistics alone."""
import math
import statistics


def interval(times):
    """(low, high) that hold the median with at least 97.5%; None when there are too few times.

    The sign test: the median lies below the k-th smallest of n with probability P(Bin(n, 1/2) < k).
    """
    times, count = sorted(times), len(times)
    tail, rank = 0, 0
    while 80 * (tail + math.comb(count, rank)) <= 2**count:  # either tail at most 1/80
        tail += math.comb(count, rank)
        rank += 1
    return (times[rank - 1], times[count - rank]) if rank > 0 else None


def ratio_interval(times, others):
    """(low, high) that hold the ratio of the two medians with at least 95%, or None."""
    own, other = interval(times), interval(others)
    if own is None or other is None:
        return None
    return own[0] / other[1], own[1] / other[0]


def mad(times):
    """Median absolute deviation from the median."""
    middle = statistics.median(times)
    return statistics.median(abs(time - middle) for time in times)


def show_ratio(ratio):
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.1f}" if ratio < 1000 else f"{ratio:,.0f}"


def show_time(seconds):
    """Four digits and the unit that suits."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.4g} {unit}"
    return f"{seconds / 1e-9:.4g} ns"
