"""What leaves a match if somebody asks for it: a picture, words, tables, a filled sheet, a link. It sends nothing."""
