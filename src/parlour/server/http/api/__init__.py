"""The routes: one module for each part of ``/api``. Imports http and whatever it asks."""
