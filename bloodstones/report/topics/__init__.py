"""Topics of a report on a study, one a module: its tables, its section, its part of page one."""
