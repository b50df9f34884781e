"""What tests share: marks, scenes, drawings."""
