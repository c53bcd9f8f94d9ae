import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { BadRequestError, CreateStockError, RefusedError, Stockroom, UnavailableError } from '../dist/index.mjs'
import { ENTRY, ONCE, serving } from './server.mjs'

const OPTIONS = { address: 'http://127.0.0.1:9', appid: '1', secret: 's', token: 't' }
const REFUSAL = {
  success: false, code: 'STOCK_BELOW_ZERO', msg: '[0].param[0]: 3 left', requestId: 'r-1',
  errors: [{ at: '[0].param[0]', code: 'STOCK_BELOW_ZERO', msg: '[0].param[0]: 3 left', stock: 3 }]
}

test('an error says each thing once, however it is printed', async t => {
  const { client } = await serving(t, REFUSAL)
  await assert.rejects(client().createStock([ENTRY], { oneRequest: true }), error => {
    assert.equal(error.message, 'creating stock ended early (1 entry, 1 rejected): ' +
      'HTTP 200 STOCK_BELOW_ZERO: [0].param[0]: 3 left (requestId r-1)')
    assert.equal(inspect(error).split('3 left').length, 2)
    assert.match(inspect(error), /^CreateStockError: .*\n    at .*\n  \[cause\]: RefusedError\n      at /s)
    assert(error.cause instanceof RefusedError)
    assert.equal(error.code, 'STOCK_BELOW_ZERO')
    assert.deepEqual(error.report.rejected, [
      { index: 0, entry: ENTRY, code: 'STOCK_BELOW_ZERO', message: '[0].param[0]: 3 left', stock: 3 }
    ])
    return true
  })
})

test('an error has its name and its details without the class that a bundle may rename', () => {
  const error = new RefusedError({ reason: 'no such product', code: 'PRODUCT_UNKNOWN', status: 200 })
  assert.equal(`${error}`, 'RefusedError: HTTP 200 PRODUCT_UNKNOWN: no such product')
  assert.match(error.stack, /^RefusedError: HTTP 200/)
  const { status, code, reason, requestId, retryAfter, violations, products } = error
  assert.deepEqual({ status, code, reason, requestId, retryAfter, violations, products }, {
    status: 200, code: 'PRODUCT_UNKNOWN', reason: 'no such product', requestId: '', retryAfter: null, violations: [],
    products: []
  })
})

test('a server that does not respond in time is unavailable', async t => {
  const { client, address } = await serving(t)
  await assert.rejects(client({ timeout: 100, retry: ONCE }).stock(7), error => {
    assert(error instanceof UnavailableError && error.perhapsDone)
    assert.equal(error.message, `sent, but no response came from ${address}: none within 0.1 s`)
    return true
  })
})

test('an endless response is not read to its end, nor asked for again', async t => {
  const { client } = await serving(t)
  let isCancelled = false
  const stream = {
    pull: controller => controller.enqueue(new Uint8Array(1 << 20)),
    cancel: () => void (isCancelled = true)
  }
  const fetch = t.mock.fn(async () => new Response(new ReadableStream(stream)))
  await assert.rejects(client({ fetch }).stock(7), error => {
    assert(error instanceof UnavailableError && !error.temporary)
    assert.match(error.message, /: a response of more than 67108864 bytes$/)
    return true
  })
  assert(isCancelled && fetch.mock.callCount() === 1)
})

test('a wrong argument is named', async () => {
  const stockroom = new Stockroom(OPTIONS)
  await assert.rejects(stockroom.changePage({ cursor: 17 }), { name: 'TypeError', message: /^cursor: 17 / })
  await assert.rejects(stockroom.changePage({ cursor: ' ' }), { name: 'TypeError', message: /^cursor: nothing / })
  const refusal = name => ({ name: 'TypeError', message: `${name}: "690" (expected: several texts, such as an array)` })
  await assert.rejects(stockroom.stocksByBarCode('690'), refusal('barCodes'))
  await assert.rejects(stockroom.productsByArtNo('690').next(), refusal('artNos'))
})

test('what cannot be sent is not written', async t => {
  const { server, client } = await serving(t)
  server.close()
  await assert.rejects(client({ createRetry: ONCE }).createStock([ENTRY]), error => {
    assert(error.cause instanceof UnavailableError && !error.cause.perhapsDone)
    assert.match(error.reason, /^cannot connect to /)
    assert.deepEqual(error.report.states, ['unsent'])
    return true
  })
})

test('all messages are in the language of the client', async t => {
  const { client } = await serving(t, { status: 500, body: '' })
  await assert.rejects(client({ language: 'zh' }).createStock([ENTRY]), {
    message: '批量设置库存提前结束（共 1 个条目，1 个无法确定）：HTTP 500: 不是 Stockroom 的响应，请检查地址'
  })
  await assert.rejects(client({ language: 'zh' }).createStock([{ ...ENTRY, stock: -1 }]), {
    name: 'BadRequestError', message: 'STOCK_INVALID: [0].stock：-1（应为：0 到 999999999 的整数）'
  })
  assert.throws(() => client({ language: 'zh', token: 'to ken' }), {
    name: 'TypeError', message: 'token：不显示（应为：可打印的 ASCII 字符，不含空格）'
  })
})

test('entries are checked as the server would, whatever their types are', async () => {
  const right = { pid: 7, color: '😀'.repeat(64), size: 38, stock: 1 }
  const wrong = [
    right, { ...right, color: undefined }, { ...right, color: '\u3000' }, { ...right, color: 'a\ud800' },
    { ...right, color: 'a\u0007' }, { ...right, size: '38' }, { ...right, stock: undefined },
    { ...right, delta: 1 }, { ...right, artNo: 'A' }, { ...right, stock: NaN }, { ...right, barCode: 'x'.repeat(65) },
    { pid: 7, color: 'e\u0301', size: 1, stock: 1 }, { pid: 7, color: ' é', size: 1, stock: 1 }
  ]
  await assert.rejects(new Stockroom(OPTIONS).createStock(wrong), error => {
    assert(error instanceof BadRequestError)
    assert.deepEqual(error.violations.map(({ at, code }) => `${at} ${code}`), [
      '[1].color COLOR_INVALID', '[2].color COLOR_INVALID', '[3].color COLOR_INVALID', '[4].color COLOR_INVALID',
      '[5].size SIZE_INVALID', '[6].stock STOCK_INVALID', '[7].delta DELTA_WITH_STOCK', '[8].artNo ART_NO_WITH_PID',
      '[9].stock STOCK_INVALID', '[10].barCode BAR_CODE_INVALID', '[12] ENTRY_REPEATED'
    ])
    const color = '(expected: 1 to 64 characters without control characters)'
    assert.equal(error.message, `COLOR_INVALID\n  [1].color: nothing ${color}\n  [2].color: nothing ${color}\n` +
      `  [3].color: a? ${color}\n  … +8`)
    assert.equal(error.violations[4].message, '[5].size: "38" (expected: a whole number from 1 to 999)')
    return true
  })
})

test('a wrong option is a TypeError that does not show it', () => {
  const wrong = {
    address: ['stock.example', undefined, 'ftp://x', 'http://x/?a', 'http://a:b@x'], token: ['to ken', undefined],
    appid: [''], secret: [undefined, ' '], language: ['fr'], timeout: [0, Infinity, '5'],
    retry: [{ attempts: 0 }, { budget: -1 }, { attempts: 1.5 }]
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      assert.throws(() => new Stockroom({ ...OPTIONS, [name]: value ?? null }), error => {
        assert(error instanceof TypeError && error.message.startsWith(name), `${name} ${value}: ${error}`)
        return !error.message.includes('to ken')
      })
    }
  }
})

test('a key is for one request alone', async () => {
  const stockroom = new Stockroom(OPTIONS)
  const wrong = { name: 'TypeError', message: /^idempotencyKey: k/ }
  await assert.rejects(stockroom.createStock([ENTRY], { idempotencyKey: 'k' }), wrong)
  await assert.rejects(stockroom.createStock([ENTRY], { idempotencyKey: 'k 1', oneRequest: true }), wrong)
})

test('neither the client nor its errors show the secret', async t => {
  const { client } = await serving(t)
  const secret = 'very-secret'
  const stockroom = client({ secret, timeout: 50, createRetry: ONCE })
  const error = await stockroom.createStock([ENTRY]).catch(error => error)
  assert(error instanceof CreateStockError)
  for (const each of [stockroom, error, error.cause]) {
    assert(!inspect(each, { showHidden: true, depth: 9, customInspect: false }).includes(secret))
  }
})
