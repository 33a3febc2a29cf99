"""Settlement of many wagers at once: arrays in, arrays out."""
