import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { CreateStockError } from '../dist/index.mjs'
import { ENTRY, serving } from './server.mjs'

test('a call that is aborted ends with the reason', async t => {
  const { server, client } = await serving(t)
  const reason = new Error('no longer needed')
  const aborter = new AbortController()
  server.once('asked', () => aborter.abort(reason))
  await assert.rejects(client().stock(7, { signal: aborter.signal }), reason)
  await assert.rejects(client().stock(7, { signal: aborter.signal }), reason)
})

test('creating stock that is aborted under way does not know what was written', async t => {
  const { server, client } = await serving(t)
  const aborter = new AbortController()
  server.once('asked', () => aborter.abort())
  const entries = [ENTRY, { pid: 7, color: 'red', size: 39, delta: 1 }]
  await assert.rejects(client().createStock(entries, { signal: aborter.signal }), error => {
    assert(error instanceof CreateStockError)
    assert.equal(error.cause, aborter.signal.reason)
    assert.deepEqual(error.report.states, ['unknown', 'unknown'])
    assert.deepEqual(error.report.remaining(), [ENTRY])
    return true
  })
})

test('creating stock that is aborted before its turn has sent nothing, also behind another client', async t => {
  const { server, client } = await serving(t)
  const first = new AbortController()
  const one = assert.rejects(client().createStock([ENTRY], { signal: first.signal }), CreateStockError)
  await once(server, 'asked')
  const signal = AbortSignal.timeout(100)
  await assert.rejects(client().createStock([ENTRY], { signal }), error => {
    assert.deepEqual(error.report.states, ['unsent'])
    assert.equal(error.report.requests, 0)
    return true
  })
  first.abort()
  await one
})

test('the signal of a list and of changes ends the loop', async t => {
  const { client } = await serving(t)
  const signal = AbortSignal.timeout(50)
  const read = async elements => {
    for await (const element of elements) {
      assert.fail(element)
    }
  }
  await assert.rejects(read(client().products({ signal })), { name: 'TimeoutError' })
  await assert.rejects(read(await client().changes({ cursor: 'a', signal })), { name: 'TimeoutError' })
  await assert.rejects(read(client().history({ pid: 7, signal })), { name: 'TimeoutError' })
})

test('any number of calls share a signal without a warning', async t => {
  const { client } = await serving(t, ...Array(20).fill({ success: true, data: [] }))
  const { signal } = new AbortController()
  const warned = t.mock.fn()
  process.once('warning', warned)
  await Promise.all(Array.from({ length: 20 }, () => client().stock(7, { signal })))
  assert.equal(warned.mock.callCount(), 0)
  process.removeListener('warning', warned)
})

test('what an option throws ends creating stock with the report', async t => {
  const { client } = await serving(t, { success: true, push: 3 })
  const thrown = new Error('the disk is full')
  const onProgress = () => Promise.reject(thrown)
  await assert.rejects(client().createStock([ENTRY], { onProgress }), error => {
    assert.equal(error.cause, thrown)
    assert.deepEqual(error.report.pushes, [3])
    assert.equal(error.report.written, 1)
    return true
  })
})
