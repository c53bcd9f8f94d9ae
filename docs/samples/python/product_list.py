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


def sign(secret, timestamp):
    text = (secret + timestamp).encode("utf-8")
    return hashlib.md5(text).hexdigest().upper()


def product_list():
    timestamp = str(int(time.time()))
    request = urllib.request.Request(
        os.environ["STOCKROOM_ADDRESS"] + "/Stock/Product",
        data=b"page=1",
        headers={
            "appid": os.environ["STOCKROOM_APPID"],
            "timestamp": timestamp,
            "sign": sign(os.environ["STOCKROOM_SECRET"], timestamp),
            "accesstoken": os.environ["STOCKROOM_TOKEN"],
        },
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.read().decode("utf-8")
    except urllib.error.HTTPError as refused:  # a 400 or 429 says in its body what is wrong
        return refused.read().decode("utf-8")


if sys.argv[1:2] == ["sign"]:
    print(sign(sys.argv[2], sys.argv[3]))
else:
    print(product_list())
