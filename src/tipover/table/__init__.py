"""The table: games on a server, with their people, over sockets."""
