"""Learning to see: random card art, a fast scene composer, training and its measures. Never imported by the app."""
