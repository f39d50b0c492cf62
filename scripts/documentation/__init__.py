"""The documentation as a site: ``make docs`` builds it, the hub serves it at ``/docs``."""
