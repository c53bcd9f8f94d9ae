// The page /docs of a running server, as a reader uses it. Where the server is and whose credentials are entered stands in the
// environment, as for docs/samples.
import { expect, test } from '@playwright/test'

const {
  STOCKROOM_ADDRESS: baseUrl, STOCKROOM_APPID: appid, STOCKROOM_SECRET: secret, STOCKROOM_TOKEN: accesstoken
} = process.env
const merchant = { appid, secret, accesstoken }
test.skip(!baseUrl, 'STOCKROOM_ADDRESS does not say where a server is')

/// Everything the page must never do.
function watch(page) {
  const faults = []
  const calls = []
  page.on('console', message => {
    // an answer of 400 is also a line in the console, and no fault of the page
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(`console: ${message.text()}`)
    }
  })
  page.on('pageerror', error => faults.push(`error: ${error.message}`))
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.protocol !== 'data:' && url.origin !== baseUrl) {
      faults.push(`leaves the host: ${request.url()}`)
    }
    if (`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`.includes(merchant.secret)) {
      faults.push(`sends the secret: ${url.pathname}`)
    }
    if (request.method() === 'POST') {
      calls.push(request)
    }
  })
  return { faults, calls }
}

async function open(page) {
  await page.goto(`${baseUrl}/docs`)
  await expect(page.locator('.opblock')).toHaveCount(6)
}

async function enterCredentials(page, credentials = merchant) {
  await page.getByLabel('appid').fill(credentials.appid)
  await page.getByLabel('secret', { exact: true }).fill(credentials.secret)
  await page.getByLabel('accesstoken').fill(credentials.accesstoken)
}

/// Opens a call and presses its button; answers what the viewer shows.
async function send(page, path) {
  const call = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) })
  if (!(await call.locator('.execute').isVisible())) {
    await call.locator('.opblock-summary-control').click()
  }
  await call.locator('.execute').click()
  const answer = call.locator('.live-responses-table .response')
  await expect(answer.first()).toBeVisible()
  return { call, status: answer.locator('.response-col_status').first(), body: answer.locator('.highlight-code').first() }
}

test('a signed call is sent from the page and answered', async ({ page }, info) => {
  const { faults, calls } = watch(page)
  await open(page)
  await page.screenshot({ path: info.outputPath('opened.png') })
  await enterCredentials(page)
  const { status, body } = await send(page, '/Stock/Product')
  await expect(status).toContainText('200')
  await expect(body).toContainText('"success": true')
  await expect(body).toContainText('"artNo"')
  await body.scrollIntoViewIfNeeded()
  await page.screenshot({ path: info.outputPath('answered.png') })

  expect(calls.at(-1).postData()).toContain('page=1')
  expect(calls.at(-1).postData(), 'all products, with and without stock').not.toContain('stock=true')
  const headers = calls.at(-1).headers()
  expect(headers.sign).toMatch(/^[0-9A-F]{32}$/)
  expect(Math.abs(Number(headers.timestamp) - Date.now() / 1000)).toBeLessThan(60)
  expect(faults).toEqual([])
})

test('stock is set with the body the page shows, and read back', async ({ page }) => {
  const { faults } = watch(page)
  await open(page)
  await enterCredentials(page)
  const created = await send(page, '/Stock/Creat')
  await expect(created.status).toContainText('200')
  await expect(created.body).toContainText('"success": true')
  const listed = await send(page, '/Stock/List')
  await expect(listed.body).toContainText('"6901234567892"')
  expect(faults).toEqual([])
})

test('without credentials the page says what is missing, and so does the server', async ({ page }) => {
  const { faults } = watch(page)
  await open(page)
  const { status, body } = await send(page, '/Stock/Product')
  await expect(status).toContainText('400')
  await expect(body).toContainText('HEADER_MISSING')
  await expect(page.locator('#note')).toHaveText('Still missing: appid, secret, accesstoken.')
  expect(faults).toEqual([])
})

test('a clock that is wrong is set right by the server', async ({ page }) => {
  const { faults } = watch(page)
  await page.clock.install({ time: Date.now() - 4_000_000 })
  await open(page)
  await enterCredentials(page)
  const refused = await send(page, '/Stock/Product')
  await expect(refused.body).toContainText('TIMESTAMP_EXPIRED')
  await expect(page.locator('#note')).toContainText(/is (399|400)\d seconds behind the server's/)
  await refused.call.locator('.execute').click()
  await expect(refused.body).toContainText('"success": true')
  expect(faults).toEqual([])
})

test('credentials are kept nowhere', async ({ page, context }) => {
  await open(page)
  await enterCredentials(page)
  const { body } = await send(page, '/Stock/Product')
  await expect(body).toContainText('"success": true')
  const kept = await page.evaluate(async () => JSON.stringify([
    location.href, { ...localStorage }, { ...sessionStorage }, document.cookie, history.state,
    await indexedDB.databases(), await caches.keys().catch(() => []),
  ]))
  for (const value of [merchant.secret, merchant.accesstoken]) {
    expect(kept).not.toContain(value)
  }
  expect(page.url()).toBe(`${baseUrl}/docs`)
  expect((await context.storageState()).cookies).toEqual([])
  await page.reload()
  await expect(page.getByLabel('secret', { exact: true })).toHaveValue('')
})

test('the page fits the screen', async ({ page }) => {
  await open(page)
  await enterCredentials(page)
  for (const path of ['/Stock/Product', '/Stock/Creat']) {
    await send(page, path)
  }
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(tooWide, 'pixels to scroll sideways').toBeLessThanOrEqual(0)
})
