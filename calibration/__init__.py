"""Where the table is: lens, plane in millimetres, zones, colour. The lowest room: it knows no cards and no games."""
