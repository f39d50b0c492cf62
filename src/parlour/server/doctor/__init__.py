"""Whether a deployment works, asked from outside."""
