"""Everything a household prints at home: mats, decks, badges, labels and score sheets, as drawings at true size."""
