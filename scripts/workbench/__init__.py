"""Modules that the scripts share: the mexbench command, builds of revisions, the report, tuning."""
