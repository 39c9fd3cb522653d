"""Spellings of mhlo text of 2022 and before, read as those of today."""
