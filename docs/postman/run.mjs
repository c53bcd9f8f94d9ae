// Sends every call of the collection, as Postman would, to the server at STOCKROOM_ADDRESS with STOCKROOM_APPID, STOCKROOM_SECRET and
// STOCKROOM_TOKEN; each must succeed, and have the fields of the collection's first example for it.
import newman from 'newman'
import { fileURLToPath } from 'node:url'

const { STOCKROOM_ADDRESS, STOCKROOM_APPID, STOCKROOM_SECRET, STOCKROOM_TOKEN } = process.env
const variables = { address: STOCKROOM_ADDRESS, appid: STOCKROOM_APPID, secret: STOCKROOM_SECRET, accesstoken: STOCKROOM_TOKEN }

/// The fields of a JSON value, in any order and however many elements its arrays have.
function shape(value) {
  if (Array.isArray(value)) {
    return [...new Set(value.filter(it => it !== null && typeof it === 'object').map(element => JSON.stringify(shape(element))))].sort()
  }
  return value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.keys(value).sort().map(name => [name, shape(value[name])]))
    : ''
}

const options = {
  collection: fileURLToPath(new URL('stockroom.postman_collection.json', import.meta.url)),
  envVar: Object.entries(variables).map(([key, value]) => ({ key, value }))
}
newman.run(options, (error, { collection, run } = {}) => {
  const faults = error ? [error.message] : run.failures.map(failure => `${failure.source?.name}: ${failure.error.message}`)
  for (const { item, response } of error ? [] : run.executions) {
    const example = item.responses.idx(0)
    const [came, shown] = [response?.text() ?? '{}', example.body].map(text => JSON.stringify(shape(JSON.parse(text))))
    if (came !== shown) {
      faults.push(`${item.name}: has the fields ${came} (its example: ${shown})`)
    }
  }
  const calls = collection?.items.count() ?? 0
  if (!error && run.executions.length !== calls) {
    faults.push(`${run.executions.length} calls were sent (expected: ${calls})`)
  }
  faults.forEach(fault => console.error(`postman: ${fault}`))
  console.log(`postman: ${calls} calls sent, ${faults.length} faults`)
  process.exitCode = faults.length ? 1 : 0
})
