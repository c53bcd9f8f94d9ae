import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENTRY, serving } from './server.mjs'

const FOUND = { success: true, data: [] }

test('a warning of the server is an event', async t => {
  const warnings = [{ at: 'as_off', msg: 'as_off: unknown name, ignored' }]
  const { client } = await serving(t, { ...FOUND, warnings })
  const events = []
  await client({ onEvent: event => events.push(event) }).stock(7)
  assert.deepEqual(events.map(({ type }) => type), ['response', 'warning'])
  assert.deepEqual(events[1], {
    type: 'warning', message: '/Stock/List: as_off: unknown name, ignored', path: '/Stock/List', at: 'as_off',
    warning: 'as_off: unknown name, ignored'
  })
})

test('a retry is an event, and a line of the logger', async t => {
  const { client } = await serving(t, { status: 503, body: 'busy' }, FOUND)
  const lines = []
  const log = level => line => lines.push(`${level} ${line}`)
  const events = []
  const logger = { debug: log('debug'), info: log('info'), warn: log('warn') }
  await client({ logger, onEvent: event => events.push(event) }).stock(7)
  assert.deepEqual(events.map(({ type }) => type), ['response', 'retry', 'response'])
  assert.equal(events[1].attempt, 1)
  assert.equal(events[1].error.status, 503)
  assert.match(lines[0], /^debug Stockroom \/Stock\/List: HTTP 503 in \d+ ms$/)
  assert.match(lines[1], /^warn Stockroom \/Stock\/List: attempt 1 failed, next in 0\.\d s: HTTP 503: not a response/)
})

test('the next write of any client of this process waits for its turn', async t => {
  const { client } = await serving(t, { success: true, push: 1 }, { success: true, push: 2 })
  const begun = performance.now()
  const waits = []
  const onEvent = event => event.type === 'waiting' && waits.push(event.pause)
  assert.equal(await client({ onEvent }).deleteStock([{ pid: 7, color: 'red' }]), 1)
  assert.deepEqual(waits, [])
  assert.equal(await client({ onEvent }).deleteStock([{ pid: 7, color: 'red' }]), 2)
  assert(performance.now() - begun > 1900)
  assert(waits.length === 1 && waits[0] > 1000)
})

test('fetch is given from outside', async t => {
  const { client } = await serving(t)
  const requests = []
  const fetch = async (url, { method, headers, body, redirect, signal }) => {
    requests.push({ url: new URL(url).pathname, method, type: headers['Content-Type'], body, redirect })
    assert(signal instanceof AbortSignal)
    return new Response(JSON.stringify({ success: true, push: 9 }))
  }
  const report = await client({ fetch }).createStock([ENTRY])
  assert.deepEqual(report.pushes, [9])
  assert.deepEqual(requests, [{
    url: '/Stock/Creat', method: 'POST', type: 'application/json', redirect: 'manual',
    body: '[{"pid":7,"color":"red","param":[{"size":"38","stock":5}]}]'
  }])
})

test('following goes on after an error', async t => {
  const push = number => ({ push: number, changes: [{ productid: 7, color: 'red', size: 38, before: 1, stock: 2 }] })
  const { client } = await serving(t,
    { success: true, data: [push(1), push(2)], cursor: 'b', more: false },
    { success: true, data: [], msg: 'no cursor' },
    { success: true, data: [push(3)], cursor: 'c', more: false })
  const changes = await client({ retry: { attempts: 1 } }).changes({ cursor: 'a' })
  const cursors = []
  await assert.rejects(async () => {
    for await (const { push, changes: [change] } of changes) {
      cursors.push(`${push}: ${changes.cursor}`)
      assert.deepEqual(change, { pid: 7, color: 'red', size: 38, before: 1, stock: 2 })
    }
  }, /cursor is missing/)
  const { value } = await changes.next()
  cursors.push(`${value.push}: ${changes.cursor}`)
  assert.deepEqual(cursors, ['1: a 1', '2: b', '3: c'])
})
