"""Many posts or complaints in one run: vetted, compared with what was ruled, tabled."""
