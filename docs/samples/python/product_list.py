"""Lists the first page of a merchant's products. Python 3.8 or newer, nothing to install.

    python3 product_list.py
    python3 product_list.py sign SECRET TIMESTAMP   # the sign alone
"""

import hashlib
import os
import sys
import time
import urllib.error
import urllib.request
from json import dumps
from urllib.parse import urlencode


def sign(secret, timestamp):
    text = (secret + timestamp).encode("utf-8")
    return hashlib.md5(text).hexdigest().upper()


def call(path, form=None, json=None, key=None):
    """Sends a form or JSON, and an Idempotency-Key if there is one; answers what came."""
    timestamp = str(int(time.time()))
    headers = {
        "appid": os.environ["STOCKROOM_APPID"],
        "timestamp": timestamp,
        "sign": sign(os.environ["STOCKROOM_SECRET"], timestamp),
        "accesstoken": os.environ["STOCKROOM_TOKEN"],
    }
    if json is not None:
        headers["Content-Type"] = "application/json"
    if key is not None:
        headers["Idempotency-Key"] = key
    body = urlencode(form or {}) if json is None else dumps(json)
    request = urllib.request.Request(os.environ["STOCKROOM_ADDRESS"] + path, body.encode("utf-8"), headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.read().decode("utf-8")
    except urllib.error.HTTPError as refused:  # a 400 or 429 says in its body what is wrong
        return refused.read().decode("utf-8")


if sys.argv[1:2] == ["sign"]:
    print(sign(sys.argv[2], sys.argv[3]))
else:
    print(call("/Stock/Product", form={"page": 1}))
