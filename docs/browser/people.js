// What the tests of people share: the demonstration, browsers that are watched, and the forms of the pages.
import { expect, test as base } from '@playwright/test'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { DEMO_FILE } = process.env
export const demo = DEMO_FILE ? JSON.parse(readFileSync(DEMO_FILE)) : {}
export const origin = demo.consoleUrl
export const password = 'seven quiet lamps'

/// Runs no scripts, and fails a test in which any browser asks another host or any page breaks its policy.
export const test = base.extend({
  javaScriptEnabled: false,
  hosts: async ({}, use) => use(new Set([origin])),
  faults: [async ({}, use) => {
    const faults = []
    await use(faults)
    expect(faults, 'requests to other hosts, and violations of the policy').toEqual([])
  }, { auto: true }],
  context: async ({ context, hosts, faults }, use) => use(watch(context, hosts, faults)),
  /// Opens a browser of someone else.
  another: async ({ browser, hosts, faults }, use) => {
    const opened = []
    await use(async options => {
      opened.push(watch(await browser.newContext(options), hosts, faults))
      return opened.at(-1).newPage()
    })
    await Promise.all(opened.map(context => context.close()))
  }
})
test.skip(!DEMO_FILE, 'DEMO_FILE does not name the demo.json of a running demonstration')

function watch(context, hosts, faults) {
  context.on('request', request => {
    if (!hosts.has(new URL(request.url()).origin)) faults.push(`leaves the host: ${request.url()}`)
  })
  context.on('console', message => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text())
  })
  return context
}

let count = 0
export const named = name => `${name} ${process.pid}-${++count}`

export async function operator(method, path, body) {
  const headers = { Authorization: `Bearer ${demo.operatorKey}`, 'Content-Type': 'application/json' }
  const reply = await fetch(`${demo.adminUrl}/admin/v1${path}`, { method, headers, body: body && JSON.stringify(body) })
  expect(reply.ok, `${method} ${path}: ${reply.status}`).toBe(true)
  return reply.json()
}

export const invited = (name, role = 'owner', place = `/merchants/${demo.merchants[0].merchantId}`) =>
  operator('POST', `${place}/invitations`, { name, role })

export async function personId(name) {
  const { items } = await operator('GET', `/people?name=${encodeURIComponent(name)}`)
  return items[0].personId
}

export const linkFor = async (name, kind) => operator('POST', `/people/${await personId(name)}/links`, { kind })

/// Returns the code that an authenticator app shows.
export function code(key, later = 0) {
  const bits = [...key.replaceAll(' ', '')].map(letter => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from(bits.match(/.{8}/g).map(byte => parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const hash = createHmac('sha1', secret).update(step).digest()
  const at = hash[19] & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

// These find fields by their names, so they work in both languages.

/// Waits for the next page, since a click does not.
const press = (page, button) => Promise.all([page.waitForEvent('load'), page.locator(button).first().click()])

export const send = (page, action) => press(page, `form[action="${action}"] button`)

export async function choosePassword(page, first = password, again = first) {
  await page.locator('[name=password]').fill(first)
  await page.locator('[name=again]').fill(again)
}

export async function accept(page, link) {
  await page.goto(link.url)
  await choosePassword(page)
  await send(page, '/link')
}

export async function signIn(page, name, secret = password) {
  await page.goto(`${origin}/sign-in`)
  await page.locator('[name=name]').fill(name)
  await page.locator('[name=password]').fill(secret)
  await send(page, '/sign-in')
}

export async function giveCode(page, given) {
  await page.locator('[name=code]').fill(given)
  await press(page, 'form:has([name=code]) button')
}

/// Sets up a second factor on the page for it, and returns its key and the recovery codes.
export async function setUpFactor(page) {
  const key = await page.locator('code.key').textContent()
  await giveCode(page, code(key))
  return { key, codes: await page.locator('.codes code').allTextContents() }
}

export const heading = (page, text) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
