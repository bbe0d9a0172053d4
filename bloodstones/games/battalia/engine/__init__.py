"""The state machine: state, tables, decisions, and a module for each noun of the rules."""
