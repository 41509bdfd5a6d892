"""Who sits where: tables of different policies, the module that decides for them, one seat in focus against a field."""
