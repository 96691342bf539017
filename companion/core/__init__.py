"""Events, rulings, the fold, and words. Pure values and functions; imports the standard library only (and BadInput)."""
