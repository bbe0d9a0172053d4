"""The first page: findings, one chart, what to do, what would change the answer."""
