// Makes every call with the TypeScript client. The reference shows the lines between two marks on the page of the call.
import { Stockroom } from 'stockroom-client'

const stockroom = new Stockroom({
  address: process.env.STOCKROOM_ADDRESS,
  appid: process.env.STOCKROOM_APPID,
  secret: process.env.STOCKROOM_SECRET,
  token: process.env.STOCKROOM_TOKEN
})
const pid = Number(process.env.STOCKROOM_PRODUCT)
const shopId = process.env.STOCKROOM_SHOP
const { cursor } = await stockroom.changePage()

function store(cursor) {
  console.log('followed')
  process.exit()
}

// --- /Stock/Product
for await (const { id, artNo } of stockroom.products()) {
  console.log(id, artNo)
}
// --- /Stock/Creat
const report = await stockroom.createStock([
  { pid, color: 'red', size: 38, stock: 12 },
  { pid, color: 'red', size: 42, delta: 3 },
  { pid, color: 'blue', size: 40, stock: 0 }
])
console.log(report.written, 'written')
for (const { entry, message } of report.rejected) {
  console.log(entry.color, message)
}
// --- /Stock/List
for (const { color, size, stock } of await stockroom.stock(pid)) {
  console.log(color, size, stock)
}
// ---
const pids = [pid]
// --- /Stock/Batch
for (const [pid, items] of await stockroom.stocks(pids)) {
  console.log(pid, items.length)
}
// --- /Stock/History
const query = { pid, color: 'red', size: 38 }
for await (const { at, changes } of stockroom.history(query)) {
  for (const { stock } of changes) {
    console.log(at, stock)
  }
}
// --- /Stock/Delete
const push = await stockroom.deleteStock([
  { pid, color: 'red', sizes: [38, 42] },
  { pid, color: 'blue' }
])
console.log('deleted by push', push)
// --- /Stock/Undo
const result = await stockroom.undo(push, { all: true })
console.log(result.undone, 'entries are as before')
// --- /Product/Detail
const { title, price } = await stockroom.productDetail(pid)
console.log(title, price)
// --- /Product/UploadResult
await stockroom.reportPublishResult({
  pid,
  platform: 'tb', shopId, shopName: 'Walk Well on TB',
  userId: 'u-17', userNick: 'walker',
  itemId: '660012345', status: 1
})
// --- /Account/Limits
const { details, token } = await stockroom.limits()
console.log(details.used, 'details today')
console.log('token until', token.expiresAt)
// --- /Stock/Changes
const changes = await stockroom.changes({ cursor })
for await (const push of changes) {
  for (const { color, size, stock } of push.changes) {
    console.log(color, size, stock)
  }
  await store(changes.cursor) // to continue from there
}
// ---
