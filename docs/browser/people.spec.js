// Journeys of people in a browser with scripts off, as scripts/test-people starts them: invitation, second factor, reset,
// and what others do meanwhile. Every page is looked at in both languages, widths and themes.
import { expect, test } from '@playwright/test'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { STOCKROOM_CONSOLE_URL: origin } = process.env
test.skip(!origin, 'STOCKROOM_CONSOLE_URL does not say where people sign in')
test.use({ javaScriptEnabled: false })

const demo = new URL('../../target/demo.json', import.meta.url)
const { adminUrl, operatorKey, merchants } = origin ? JSON.parse(readFileSync(demo)) : {}
const password = 'seven quiet lamps'
let count = 0
const named = name => `${name} ${process.pid}-${++count}`

async function operator(method, path, body) {
  const headers = { Authorization: `Bearer ${operatorKey}`, 'Content-Type': 'application/json' }
  const reply = await fetch(`${adminUrl}/admin/v1${path}`, { method, headers, body: body && JSON.stringify(body) })
  expect(reply.ok, `${method} ${path}: ${reply.status}`).toBe(true)
  return reply.json()
}

const invited = (name, role = 'owner', merchant = merchants[0].merchantId) =>
  operator('POST', `/merchants/${merchant}/invitations`, { name, role })

function code(key, later = 0) {
  const bits = [...key.replaceAll(' ', '')].map(letter => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from(bits.match(/.{8}/g).map(byte => parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const hash = createHmac('sha1', secret).update(step).digest()
  const at = hash[19] & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/// Fails for a request to another host, and for whatever the policy of the page refuses.
function watch(page) {
  const faults = []
  page.on('request', request => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`leaves the host: ${request.url()}`)
  })
  page.on('console', message => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text())
  })
  return faults
}

async function accept(page, link) {
  await page.goto(link.url)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password again').fill(password)
  await page.getByRole('button', { name: 'Accept' }).click()
}

async function signIn(page, name, secret = password) {
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const heading = (page, text) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)

test('an invitation leads to a first sign-in', async ({ page }) => {
  const faults = watch(page)
  const name = named('Invited')
  await accept(page, await invited(name))
  await heading(page, 'Where to go')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, name)
  await expect(page.getByRole('main')).toContainText('Owner')
  expect(faults).toEqual([])
})

test('a second factor is set up, used, lost and recovered', async ({ page }) => {
  const name = named('Factor')
  await accept(page, await operator('POST', '/platform/invitations', { name, role: 'keys' }))
  await heading(page, 'Set up your second factor')
  const key = await page.locator('code').textContent()
  await expect(page.locator('svg.qr')).toBeVisible()
  await page.getByLabel('Code').fill(code(key))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const codes = await page.locator('.codes code').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('link', { name: 'I have stored them' }).click()
  await heading(page, 'Where to go')
  await page.getByRole('button', { name: 'Sign out' }).click()

  await signIn(page, name)
  await page.getByLabel('Code').fill(code(key, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await heading(page, 'Where to go')
  await page.getByRole('button', { name: 'Sign out' }).click()

  await signIn(page, name)
  await page.getByLabel('Code').fill(codes[0])
  await page.getByRole('button', { name: 'Continue' }).click()
  await heading(page, 'Where to go')
})

test('a forgotten password is reset', async ({ page }) => {
  const name = named('Forgetful')
  await accept(page, await invited(name))
  const [person] = (await operator('GET', `/people?name=${encodeURIComponent(name)}`)).items
  const link = await operator('POST', `/people/${person.personId}/links`, { kind: 'reset' })
  await page.goto(link.url)
  await page.getByLabel('New password', { exact: true }).fill('eight loud candles')
  await page.getByLabel('New password again').fill('eight loud candles')
  await page.getByRole('button', { name: 'Set password' }).click()
  await signIn(page, name)
  await expect(page.getByRole('alert')).toHaveText('The name or the password is wrong.')
  await signIn(page, name, 'eight loud candles')
  await heading(page, 'Where to go')
})

test('a session is ended from another browser', async ({ page, browser }) => {
  const name = named('Twice')
  await accept(page, await invited(name))
  const other = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await signIn(other, name)
  await other.goto(`${origin}/account`)
  await other.getByRole('button', { name: 'Sign out there' }).click()
  await page.goto(`${origin}/account`)
  await heading(page, 'Sign in')
})

test('whoever is removed while signed in is refused at once', async ({ page, browser }) => {
  const owner = named('Remover')
  const member = named('Removed')
  await accept(page, await invited(owner))
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('Name').fill(member)
  await page.getByLabel('Role').selectOption('staff')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const url = await page.locator('code.link').textContent()
  const other = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await accept(other, { url })
  await expect(other.getByRole('main')).toContainText('Staff')

  await page.reload()
  await page.goto(page.url().replace('/invite', ''))
  await page.getByRole('listitem').filter({ hasText: member }).getByRole('button', { name: 'Remove' }).click()
  await other.goto(`${origin}/places`)
  await heading(other, 'Sign in')
})

test('every page fits, in both languages, widths and themes, and axe finds nothing serious', async ({ browser }) => {
  test.slow()
  const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
  const name = named('Looker')
  const link = await invited(name)
  const unused = await invited(named('Unused'))
  for (const scheme of ['light', 'dark']) {
    for (const width of [390, 1280]) {
      const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 844 }, bypassCSP: true })
      const page = await context.newPage()
      for (const language of ['English', '中文']) {
        await page.goto(`${origin}/sign-in`)
        if (await page.getByRole('button', { name: language }).isVisible()) {
          await page.getByRole('button', { name: language }).click()
        }
        await look(page, axe, ['/sign-in', '/link', '/nothing'])
        await page.goto(unused.url)
        await look(page, axe, ['/link'])
      }
      await page.goto(`${origin}/sign-in`)
      await page.getByRole('button', { name: 'English' }).click()
      if (scheme === 'light' && width === 390) await accept(page, link)
      else await signIn(page, name)
      await page.goto(`${origin}/places`)
      const people = await page.getByRole('link', { name: 'People' }).getAttribute('href')
      for (const language of ['English', '中文']) {
        if (await page.getByRole('button', { name: language }).isVisible()) {
          await page.getByRole('button', { name: language }).click()
        }
        await look(page, axe, ['/places', '/account', '/account/password', '/second-factor', '/prove', people])
      }
      await context.close()
    }
  }
})

async function look(page, axe, paths) {
  for (const path of paths) {
    await page.goto(origin + path)
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(tooWide, `${path}: pixels to scroll sideways`).toBeLessThanOrEqual(0)
    await page.evaluate(axe)
    const { violations } = await page.evaluate(() => globalThis.axe.run())
    const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
    expect.soft(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), path).toEqual([])
  }
}
