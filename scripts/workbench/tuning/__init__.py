"""What scripts/choice-trial times, and how: inputs, and times of variants on them."""
