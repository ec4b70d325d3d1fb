"""Sheets of an event for the printer, as a page and as PDF."""
