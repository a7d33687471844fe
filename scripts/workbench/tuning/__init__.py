"""What scripts/tune measures, and how: grids of inputs, times of techniques on them."""
