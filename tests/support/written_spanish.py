"""What no Spanish text of ours has, on a page of the docs or in a catalogue."""

import re

THIN = "\u202f"
TO_SOMEBODY = re.compile(r"\b(?:tú|te|ti|tus?|usted(?:es)?|vos(?:otros)?|os|(?:pued|quier|tien)es)\b", re.IGNORECASE)
"""Words that address the reader."""
BADLY_WRITTEN = {
    "a point for a comma": re.compile(r"(?<!Python )\b\d+\.\d"),
    "thousands that are not apart by a thin space": re.compile(r"\d{5}|\d[ .]\d{3}\b"),
    "thousands apart below five digits": re.compile(rf"(?<![\d{THIN}])\d{THIN}\d{{3}}(?![\d{THIN}])"),
    "per cent without a thin space": re.compile(rf"[^{THIN}]%"),
    "a dash between numbers": re.compile(r"\d[-–]\d"),
    "o before the sound o": re.compile(rf"\bo (?:8[\d{THIN}]*|11)\b"),
    "English quotation marks": re.compile('["“”]'),
    "another word than the program's": re.compile(r"\broles?\b|se sale de lo normal", re.IGNORECASE),
}
