// Tests what no scenario can show: signals, timeouts, and the examples of the README.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { test } from 'node:test'
import { CreateStockError, Stockroom, UnavailableError } from '../dist/stockroom.js'

const ENTRY = { pid: 7, color: 'red', size: 38, stock: 5 }
const ONCE = { attempts: 1, firstPause: 0, maxPause: 0, budget: 0 }
const folder = new URL('..', import.meta.url)

/** A server that answers with these, one after the other, and then no more; its clients have a token of their own. */
async function serving(t, ...answers) {
  const server = createServer((request, response) => {
    server.emit('asked')
    const answer = answers.shift()
    if (answer) {
      response.end(JSON.stringify(answer))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close() && server.closeAllConnections())
  const address = `http://127.0.0.1:${server.address().port}`
  const token = t.name.replace(/\W/g, '')
  const client = settings => new Stockroom({ address, appid: '1', secret: 's', token, ...settings })
  return { server, client }
}

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
  await assert.rejects(client().createStock([ENTRY], { signal: aborter.signal }), error => {
    assert(error instanceof CreateStockError)
    assert.equal(error.cause, aborter.signal.reason)
    assert.deepEqual(error.report.states, ['unknown'])
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

test('the next write of any client of this process waits for its turn', async t => {
  const { client } = await serving(t, { success: true, push: 1 }, { success: true, push: 2 })
  const begun = performance.now()
  assert.equal(await client().deleteStock([{ pid: 7, color: 'red' }]), 1)
  assert.equal(await client().deleteStock([{ pid: 7, color: 'red' }]), 2)
  assert(performance.now() - begun > 1900)
})

test('a server that does not answer in time is unavailable', async t => {
  const { client } = await serving(t)
  await assert.rejects(client({ timeout: 100, retry: ONCE }).stock(7), error => {
    assert(error instanceof UnavailableError && error.perhapsDone)
    assert.match(error.message, /none within 0\.1 s/)
    return true
  })
})

test('what cannot be sent is not written', async t => {
  const { server, client } = await serving(t)
  server.close()
  await assert.rejects(client({ createRetry: ONCE }).createStock([ENTRY]), error => {
    assert(error.cause instanceof UnavailableError && !error.cause.perhapsDone)
    assert.deepEqual(error.report.states, ['unsent'])
    return true
  })
})

test('following goes on after an error', async t => {
  const push = number => ({ push: number, changes: [] })
  const { client } = await serving(t,
    { success: true, data: [push(1), push(2)], cursor: 'b', more: false },
    { success: true, data: [], msg: 'no cursor' },
    { success: true, data: [push(3)], cursor: 'c', more: false })
  const changes = await client({ retry: ONCE }).changes('a')
  const cursors = []
  await assert.rejects(async () => {
    for await (const { push } of changes) {
      cursors.push(`${push}: ${changes.cursor}`)
    }
  }, /cursor is missing/)
  const { value } = await changes.next()
  cursors.push(`${value.push}: ${changes.cursor}`)
  assert.deepEqual(cursors, ['1: a 1', '2: b', '3: c'])
})

test('what cannot be a client is refused without showing it', () => {
  const settings = { address: 'https://stock.example', appid: '1', secret: 's', token: 't' }
  assert.throws(() => new Stockroom({ ...settings, address: 'stock.example' }), /^TypeError: address: stock\.example/)
  assert.throws(() => new Stockroom({ ...settings, token: 'to ken' }), /^TypeError: token: not shown/)
  assert.throws(() => new Stockroom({ ...settings, secret: undefined }), /^TypeError: secret: empty/)
})

test('the version of the package is the one that is sent', () => {
  const { version } = JSON.parse(readFileSync(new URL('package.json', folder)))
  assert(readFileSync(new URL('src/stockroom.ts', folder), 'utf8').includes(`const VERSION = '${version}'`))
})

test('the examples of the README compile', () => {
  const blocks = readFileSync(new URL('README.md', folder), 'utf8').matchAll(/^```ts\n(.*?)^```/gms)
  const program = [...blocks].map(([, code]) => code).join('\n')
  assert.match(program, /createStock/)
  mkdirSync(new URL('target', folder), { recursive: true })
  const given = 'declare const appid: string, secret: string, token: string\n'
  writeFileSync(new URL('target/readme.ts', folder), given + program)
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext']
  execFileSync('node_modules/.bin/tsc', [...options, 'target/readme.ts'], { cwd: folder, stdio: 'inherit' })
})
