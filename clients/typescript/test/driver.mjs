// Calls the client as the scenarios say; see `A driver` in contract/client/README.md.
import { createInterface } from 'node:readline'
import { inspect } from 'node:util'
import * as client from '../dist/stockroom.js'

const FILTERS = { all: undefined, with_stock: true, without_stock: false }
const TYPES = new Map([
  [client.RefusedError, 'refused'],
  [client.BadRequestError, 'bad_request'],
  [client.NotAuthenticatedError, 'not_authenticated'],
  [client.InvalidCursorError, 'invalid_cursor'],
  [client.RateLimitedError, 'rate_limited'],
  [client.UnavailableError, 'unavailable'],
  [client.UnexpectedAnswerError, 'unexpected_answer'],
  [client.CreateStockError, 'create_stock']
])

async function read(elements, take = Infinity) {
  const list = []
  for await (const element of elements) {
    list.push(element)
    if (list.length >= take) {
      break
    }
  }
  return list
}

const query = ({ filter, fields }) => ({ withStock: FILTERS[filter ?? 'all'], fields })

const stocks = map => [...map].map(([productid, stock]) => ({ productid, stock }))

const CALLS = {
  products: (stockroom, { take, ...args }) => read(stockroom.products(query(args)), take),
  products_by_art_no: (stockroom, { artNos, ...args }) => read(stockroom.productsByArtNo(artNos, query(args))),
  product_page: (stockroom, { page, pageSize, ...args }) => stockroom.productPage(page, { pageSize, ...query(args) }),
  stock: (stockroom, { pid }) => stockroom.stock(pid),
  stock_as_of: (stockroom, { pid, time, push }) => stockroom.stock(pid, { asOf: push ?? new Date(time) }),
  stocks: async (stockroom, { pids }) => stocks(await stockroom.stocks(pids)),
  stocks_by_bar_code: async (stockroom, { barCodes }) => stocks(await stockroom.stocksByBarCode(barCodes)),
  snapshot: async (stockroom, { pids }) => {
    const { stock, cursor } = await stockroom.snapshot(pids)
    return { stock: stocks(stock), cursor }
  },
  product_detail: (stockroom, { pid }) => stockroom.productDetail(pid),
  report_publish_result: (stockroom, { result }) => stockroom.reportPublishResult(result),
  limits: stockroom => stockroom.limits(),
  create_stock: (stockroom, { entries, ...options }) => stockroom.createStock(entries, options),
  delete_stock: async (stockroom, { deletions, ...options }) =>
    ({ push: await stockroom.deleteStock(deletions, options) }),
  undo: (stockroom, { push, ...options }) => stockroom.undo(push, options),
  changes: async (stockroom, { cursor, take, ...options }) => {
    const changes = await stockroom.changes(cursor, options)
    return { pushes: await read(changes, take), cursor: changes.cursor }
  },
  change_page: (stockroom, { cursor, ...options }) => stockroom.changePage(cursor, options),
  history: (stockroom, { pid = null, take, ...options }) => read(stockroom.history(pid, options), take)
}

const printed = thing => `${thing} ${inspect(thing, { showHidden: true, depth: 9 })} ${JSON.stringify(thing)}`

let stockroom
for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line)
  let answer
  try {
    if (order.client) {
      const { clockOffset = 0, ...settings } = order.client
      stockroom = new client.Stockroom({ ...settings, clock: () => Date.now() + clockOffset * 1000 })
      answer = { result: printed(stockroom) }
    } else {
      answer = { result: (await CALLS[order.call](stockroom, order.args)) ?? null }
    }
  } catch (error) {
    const type = TYPES.get(error.constructor)
    answer = type
      ? { refused: { ...error, type, message: error.reason }, text: printed(error) }
      : { crashed: inspect(error) }
  }
  console.log(JSON.stringify(answer))
}
