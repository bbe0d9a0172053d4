"""What a recorded playthrough was decided by: chances of winning by playouts, luck, decisions."""
