"""The RQ worker: jobs that may run twice, and the sweeper that lets no game be stranded."""
