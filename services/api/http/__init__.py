"""What all calls share: who asks, limits, caching, problems, and the server itself."""
