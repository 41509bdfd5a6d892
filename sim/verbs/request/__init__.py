"""What every verb is written with: how a request declares its fields, how a result is shown, how a verb is found, and
the parts that many requests share."""
