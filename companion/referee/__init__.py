"""The referee: from what was seen to events, from events to rulings that are announced. It knows no pixels."""
