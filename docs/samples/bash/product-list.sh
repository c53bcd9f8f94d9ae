#!/bin/bash
# Lists the first page of a merchant's products.
#
#   ./product-list.sh
#   ./product-list.sh sign SECRET TIMESTAMP   # the sign alone
set -euo pipefail

sign() { # secret, timestamp; hashed without a line break
    printf '%s' "$1$2" | md5sum | cut -c 1-32 | tr a-f A-F
}

if [ "${1:-}" = sign ]; then
    sign "$2" "$3"
    exit
fi

timestamp=$(date +%s)
curl -sS "$STOCKROOM_ADDRESS/Stock/Product" \
    -H "appid: $STOCKROOM_APPID" \
    -H "timestamp: $timestamp" \
    -H "sign: $(sign "$STOCKROOM_SECRET" "$timestamp")" \
    -H "accesstoken: $STOCKROOM_TOKEN" \
    -d page=1
