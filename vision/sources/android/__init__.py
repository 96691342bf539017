"""A tablet's own camera and microphone. Only the modules in here know Java."""
