"""The measurements of scripts/tune: grids of inputs, and times of techniques on them."""
