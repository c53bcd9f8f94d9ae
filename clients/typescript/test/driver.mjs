// Calls the client as the scenarios say; see `A driver` in contract/client/README.md.
import { createInterface } from 'node:readline'
import { inspect } from 'node:util'
import * as client from '../dist/index.mjs'

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

const withProductId = ({ pid, ...rest }) => ({ productid: pid, ...rest })

const pushOf = push => ({ ...push, changes: push.changes.map(withProductId) })

const CALLS = {
  products: (stockroom, { take, ...args }) => read(stockroom.products(query(args)), take),
  products_by_art_no: (stockroom, { artNos, ...args }) => read(stockroom.productsByArtNo(artNos, query(args))),
  product_page: (stockroom, { page, pageSize, ...args }) => stockroom.productPage(page, { pageSize, ...query(args) }),
  stock: (stockroom, { pid }) => stockroom.stock(pid),
  stock_as_of: (stockroom, { pid, time, push }) => stockroom.stock(pid, { asOf: push ?? new Date(time) }),
  stocks: async (stockroom, { pids }) => stocks(await stockroom.stocks(pids)),
  stocks_by_bar_code: async (stockroom, { barCodes }) => stocks(await stockroom.stocksByBarCode(barCodes)),
  snapshot: async (stockroom, { pids }) => {
    const { stock, cursor } = await stockroom.snapshot({ pids })
    return { stock: stocks(stock), cursor }
  },
  product_detail: (stockroom, { pid }) => stockroom.productDetail(pid),
  report_publish_result: (stockroom, { result: { pId, ...rest } }) =>
    stockroom.reportPublishResult({ pid: pId, ...rest }),
  limits: stockroom => stockroom.limits(),
  create_stock: (stockroom, { entries, ...options }) => stockroom.createStock(entries, options),
  delete_stock: async (stockroom, { deletions, ...options }) =>
    ({ push: await stockroom.deleteStock(deletions, options) }),
  undo: async (stockroom, { push, ...options }) => {
    const result = await stockroom.undo(push, options)
    return { ...result, skipped: result.skipped.map(withProductId) }
  },
  changes: async (stockroom, { take, ...start }) => {
    const changes = await stockroom.changes(start)
    return { pushes: (await read(changes, take)).map(pushOf), cursor: changes.cursor }
  },
  change_page: async (stockroom, args) => {
    const page = await stockroom.changePage(args)
    return { ...page, pushes: page.pushes.map(pushOf) }
  },
  history: async (stockroom, { take, ...args }) => (await read(stockroom.history(args), take)).map(pushOf)
}

const printed = thing => `${thing} ${inspect(thing, { showHidden: true, depth: 9 })} ${JSON.stringify(thing)}`

function refusal(error) {
  const { status, code, reason: message, requestId, retryAfter, violations, products, report } = error
  const type = TYPES.get(error.constructor)
  return { type, status, code, message, requestId, retryAfter, violations, products, report }
}

let stockroom
for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line)
  let answer
  try {
    if (order.client) {
      const { clockOffset = 0, ...options } = order.client
      stockroom = new client.Stockroom({ ...options, clock: () => Date.now() + clockOffset * 1000 })
      answer = { result: printed(stockroom) }
    } else {
      answer = { result: (await CALLS[order.call](stockroom, order.args)) ?? null }
    }
  } catch (error) {
    answer = error instanceof client.StockroomError
      ? { refused: refusal(error), text: printed(error) }
      : { crashed: inspect(error) }
  }
  console.log(JSON.stringify(answer))
}
