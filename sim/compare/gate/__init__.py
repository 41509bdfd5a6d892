"""The gate: does a changed game keep to what was accepted, or change as intended?

May import everything in `sim` but `cli`, `api` and `search`.
"""
