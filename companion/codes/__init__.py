"""What printed and shown codes say: texts, checks and limits. Pure; finding them in a picture is vision's work."""
