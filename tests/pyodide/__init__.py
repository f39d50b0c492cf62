"""The games' own Python in Pyodide, as a browser runs it, but in Node: it must answer as the same Python does here."""
