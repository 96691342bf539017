"""Where pictures come from, all behind one `Source`."""
