import math


def slope(points):
    """Of the line through (x, y) with the least squares. Summed exactly, so that every machine
    finds the same."""
    mean_x = math.fsum(x for x, _ in points) / len(points)
    mean_y = math.fsum(y for _, y in points) / len(points)
    across = math.fsum((x - mean_x) ** 2 for x, _ in points)
    return math.fsum((x - mean_x) * (y - mean_y) for x, y in points) / across


def grows_exponentially(problem):
    return "^n" in problem.textbook_cost


def fitted(problem, points):
    """How time grows with n, in words, from the larger half of (n, seconds) and at least three;
    "" when there are fewer. A power of n, or of 2 where the problem's textbook cost is one."""
    if len(points) < 3:
        return ""
    smaller = min(len(points) - 3, len(points) // 2)
    larger = sorted(points)[smaller:]
    if grows_exponentially(problem):
        return f"2^({slope([(n, math.log2(t)) for n, t in larger]):.2f} n)"
    return f"n^{slope([(math.log(n), math.log(t)) for n, t in larger]):.2f}"
