// Lists the first page of a merchant's products. Node.js 18 or newer, nothing to install.
// Never in a browser: the secret would be there for everyone to read.
//
//     node product-list.mjs
//     node product-list.mjs sign SECRET TIMESTAMP   # the sign alone
import crypto from 'node:crypto'

function sign(secret, timestamp) {
  return crypto.createHash('md5').update(secret + timestamp, 'utf8').digest('hex').toUpperCase()
}

/// Sends a form or JSON, and an Idempotency-Key if there is one; answers what came.
async function call(path, { form, json, key }) {
  const { STOCKROOM_ADDRESS, STOCKROOM_APPID, STOCKROOM_SECRET, STOCKROOM_TOKEN } = process.env
  const timestamp = String(Math.floor(Date.now() / 1000))
  const answer = await fetch(`${STOCKROOM_ADDRESS}${path}`, {
    method: 'POST',
    headers: {
      appid: STOCKROOM_APPID,
      timestamp,
      sign: sign(STOCKROOM_SECRET, timestamp),
      accesstoken: STOCKROOM_TOKEN,
      ...(json && { 'Content-Type': 'application/json' }),
      ...(key && { 'Idempotency-Key': key })
    },
    body: json ? JSON.stringify(json) : new URLSearchParams(form)
  })
  return answer.text()
}

if (process.argv[2] === 'sign') {
  console.log(sign(process.argv[3], process.argv[4]))
} else {
  console.log(await call('/Stock/Product', { form: { page: 1 } }))
}
