// Calls Stockroom by the client that openapi-generator (-g typescript-fetch) makes of openapi.yaml.
import { createHash } from 'node:crypto'
import { Configuration, ProductsApi, ResponseError, StockApi } from './client/index.js'

const { STOCKROOM_ADDRESS, STOCKROOM_APPID, STOCKROOM_SECRET, STOCKROOM_TOKEN } = process.env as Record<string, string>

/** The four headers of a call; a sign holds for the time that is in it. */
function signedBy(clock: () => number): Configuration {
  let timestamp = ''
  return new Configuration({
    basePath: STOCKROOM_ADDRESS,
    apiKey: name => {
      if (name === 'appid') timestamp = String(clock())
      const sign = createHash('md5').update(STOCKROOM_SECRET + timestamp).digest('hex').toUpperCase()
      return { appid: STOCKROOM_APPID, timestamp, sign, accesstoken: STOCKROOM_TOKEN }[name]!
    },
  })
}

const now = signedBy(() => Math.floor(Date.now() / 1000))
const products = new ProductsApi(now)
const stock = new StockApi(now)
const [first, second] = (await products.listProducts({ page: 1, stock: true })).data
const again = await products.listProducts({ page: 1, artNo: [first.artNo, second.artNo] })
console.log('found by item number:', ...again.data.map(product => product.id))
const batch = await stock.batchStock({ batchStockRequest: { productids: [first.id, second.id] } })
console.log('entries of each:', ...batch.data.map(product => product.stock.length))
console.log('entries of the first:', (await stock.listStock({ productid: first.id })).data.length)
const refused = await stock.listStock({ productid: 2147483647 })
console.log('refused:', 'code' in refused && refused.code)
const colourGroup = [{ pid: first.id, color: 'red', param: [{ size: '38-40', stock: 5 }] }]
const checked = await stock.createStock({ colourGroup, dryRun: true })
console.log('checked:', checked.success, checked.push === null)
try {
  await new ProductsApi(signedBy(() => 1700000000)).listProducts({ page: 1 })
} catch (failure) {
  const { status, json } = (failure as ResponseError).response
  console.log('wrong time:', status, (await json.call((failure as ResponseError).response)).code)
}
