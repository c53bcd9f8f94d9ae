#!/bin/bash
# The first merchant: leads from an empty database to a signed call that lists 10,000 products, with commands alone.
# Read it as a guide, or run it: it needs `bin` of the distribution on the PATH, curl, and an empty database in
# STOCKROOM_DATABASE_URL (and STOCKROOM_DATABASE_USER, STOCKROOM_DATABASE_PASSWORD). CI runs it.
set -euo pipefail
unset STOCKROOM_CLI_ADDRESS STOCKROOM_CLI_KEY STOCKROOM_CLI_PROFILE # these may belong to another platform
folder=$(mktemp -d)
cd "$folder"

# --- The platform, once -------------------------------------------------------------------------------------------------

# this key encrypts the secrets of applications; keep a copy apart from the database's backups
export STOCKROOM_AUTH_KEYSET_FILE=$folder/keyset.json
stockroom-server create-keyset "$STOCKROOM_AUTH_KEYSET_FILE"

# makes the first operator's key; anyone who may run this command on this machine may make one
stockroom-server create-operator-key first >operator-key

# starts the server; in production systemd does
stockroom-server 2>server.log &
server=$!
trap 'kill $server 2>/dev/null || cat server.log >&2; wait $server || true; rm -rf "$folder"' EXIT
port=${STOCKROOM_PORT:-8080}
curl --silent --retry 60 --retry-connrefused --retry-delay 1 --fail "http://127.0.0.1:$((port + 1000))/health/ready"

# stores where the command line finds the platform, in a file that only you can read
export STOCKROOM_CLI_PROFILES=$folder/profiles.properties
stockroom profile set default --address "http://127.0.0.1:$((port + 1000))" <operator-key
rm operator-key

# --- The merchant -------------------------------------------------------------------------------------------------------

# takes one field from a program's output, which is one line of JSON
field() { sed -E "s/.*\"$1\":\"?([^\",}]*).*/\1/"; }

merchant=$(stockroom merchant create northgate --name 'Northgate Shoes' --json | field merchantId)

# an account is a user of the merchant, bound to the outside store that it publishes to
account=$(stockroom account create "$merchant" northgate-owner \
    --platform tb --shop 880001 --shop-name 'Northgate on tb' --json | field accountId)

# --- The program that calls on the merchant's behalf ----------------------------------------------------------------------

# the secret and the token are shown once: give them to the program's makers and to the merchant
stockroom application create 'Stall ERP' --json >application.json
application=$(field applicationId <application.json)
STOCKROOM_CLI_SECRET=$(field secret <application.json)
STOCKROOM_CLI_TOKEN=$(stockroom token issue "$merchant" "$account" --application "$application" --json | field accesstoken)
export STOCKROOM_CLI_SECRET STOCKROOM_CLI_TOKEN

# --- The products ---------------------------------------------------------------------------------------------------------

for number in $(seq 10000); do
    echo "{\"artNo\": \"NG-$number\", \"title\": \"Boot $number\", \"price\": \"59.00\", \"images\": [\"https://pictures.example/$number.jpg\"]}"
done >products.ndjson
stockroom import products "$merchant" products.ndjson

# --- The first signed call --------------------------------------------------------------------------------------------------

# calls as a program would: with four headers and a form
stockroom sign --appid "$application" --url "http://127.0.0.1:$port" --path /Stock/Product --data page=1 | tee signed
answer=$(bash -c "$(sed -n '/^curl /,$p' signed)")
echo "${answer:0:300} …"
case $answer in
    *'"success":true'*'"totalPages":500'*) echo "10,000 products are listed, 20 a page." ;;
    *) echo "expected: success and 500 pages" >&2; exit 1 ;;
esac

# shows what an operator sees
stockroom merchant show "$merchant"
stockroom usage "$merchant" "$account"
stockroom audit list "$merchant" --limit 5
