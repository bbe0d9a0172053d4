"""What all reports of a folder tell together: a summary, profiles, a glossary and an index."""
