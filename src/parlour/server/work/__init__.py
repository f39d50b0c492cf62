"""Tasks that take long, done by worker processes, one from each asker in turn. Imports access and problems."""
