"""Pictures of tables: one picture a module, functions from data frames to figures."""
