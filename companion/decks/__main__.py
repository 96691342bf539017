"""Make the enrolled decks of this folder anew from their drawings, and tell of each which faces are most alike.

python -m companion.decks
"""

from pathlib import Path

from companion.decks.drawn import drawn_deck, enrolled
from companion.games import game_ids
from vision.recognise.deck import save_deck
from vision.recognise.enrol import confusable_pairs

TOLD = 3

for game_id in game_ids():
    deck = enrolled(drawn_deck(game_id))
    save_deck(deck, Path(__file__).parent / game_id, force=True)
    for pair in confusable_pairs(deck, limit=1.0)[:TOLD]:
        print(f"{pair.distance:.3f}  {pair.first}  {pair.second}")
