"""The companion: events and rules, the referee, the match log, the screens and the command line."""
