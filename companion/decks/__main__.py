"""Make the enrolled decks of this folder anew from their drawings: `python -m companion.decks`."""

from pathlib import Path

from companion.decks.drawn import drawn_deck, enrolled
from companion.games import game_ids
from vision.recognise.deck import save_deck

for game_id in game_ids():
    save_deck(enrolled(drawn_deck(game_id)), Path(__file__).parent / game_id, force=True)
