"""Models to and from other frameworks; each file needs that framework and nothing else."""
