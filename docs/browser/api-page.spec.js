// The page /docs of a running server, as a reader uses it. Where the server is and whose credentials are entered stands in the
// environment, as for docs/samples.
import { expect, test } from '@playwright/test'

const {
  STOCKROOM_ADDRESS: baseUrl, STOCKROOM_APPID: appid, STOCKROOM_SECRET: secret, STOCKROOM_TOKEN: accesstoken
} = process.env
const merchant = { appid, secret, accesstoken }
test.skip(!baseUrl, 'STOCKROOM_ADDRESS does not say where a server is')

// One page for all tests of a width but the last: to open it takes longer than all they do with it.
let shared
let faults = []
let calls = []

/// Everything the page must never do.
function watch(page) {
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
}

async function open(page) {
  await page.goto(`${baseUrl}/docs`)
  await expect(page.locator('.opblock')).toHaveCount(13)
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

test.beforeAll(async ({ browser }) => {
  shared = await browser.newPage()
  watch(shared)
  await open(shared)
})

test.beforeEach(() => {
  calls = []
})

// not emptied before each: those of opening the page are the first test's
test.afterEach(() => expect(faults.splice(0)).toEqual([]))

test.afterAll(() => shared?.close())

test('the demonstration fills its credentials in', { tag: '@phone' }, async () => {
  await expect(shared.locator('#note')).toHaveText('These are the credentials of the demonstration. Calls are signed.')
  const { body } = await send(shared, '/Stock/Product')
  await expect(body).toContainText('"success": true')
})

test('the page has our name, and is light or dark', async ({}, info) => {
  await expect(shared.locator('nav')).toContainText('Stockroom')
  const background = () => shared.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await shared.screenshot({ path: info.outputPath('light.png') })
  await shared.locator('#theme').click()
  expect(await background()).not.toBe(light)
  await shared.screenshot({ path: info.outputPath('dark.png') })
  await shared.locator('#theme').click()
  expect(await background()).toBe(light)
})

test('without credentials the page says what is missing, and so does the server', async () => {
  await enterCredentials(shared, { appid: '', secret: '', accesstoken: '' })
  const { status, body } = await send(shared, '/Stock/Product')
  await expect(status).toContainText('400')
  await expect(body).toContainText('HEADER_MISSING')
  await expect(shared.locator('#note')).toHaveText('Still missing: appid, secret, accesstoken.')
})

test('a signed call is sent from the page and answered', async ({}, info) => {
  await shared.screenshot({ path: info.outputPath('opened.png') })
  await enterCredentials(shared)
  const { status, body } = await send(shared, '/Stock/Product')
  await expect(status).toContainText('200')
  await expect(body).toContainText('"success": true')
  await expect(body).toContainText('"artNo"')
  await body.scrollIntoViewIfNeeded()
  await shared.screenshot({ path: info.outputPath('answered.png') })

  expect(calls.at(-1).postData()).toContain('page=1')
  expect(calls.at(-1).postData(), 'all products, with and without stock').not.toContain('stock=true')
  const headers = calls.at(-1).headers()
  expect(headers.sign).toMatch(/^[0-9A-F]{32}$/)
  expect(Math.abs(Number(headers.timestamp) - Date.now() / 1000)).toBeLessThan(60)
})

test('stock is set with the body the page shows, and read back', async () => {
  await enterCredentials(shared)
  // both widths share the turn of one account
  await expect(async () => {
    const { status, body } = await send(shared, '/Stock/Creat')
    await expect(status).toContainText('200', { timeout: 3_000 })
    await expect(body).toContainText('"success": true')
  }).toPass()
  const listed = await send(shared, '/Stock/List')
  await expect(listed.body).toContainText('"6901234567892"')
})

test('the page fits the screen', { tag: '@phone' }, async () => {
  await enterCredentials(shared)
  for (const path of ['/Stock/Product', '/Stock/Creat']) {
    await send(shared, path)
  }
  const tooWide = await shared.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(tooWide, 'pixels to scroll sideways').toBeLessThanOrEqual(0)
})

test('credentials are kept nowhere', async () => {
  await enterCredentials(shared)
  const { body } = await send(shared, '/Stock/Product')
  await expect(body).toContainText('"success": true')
  const kept = await shared.evaluate(async () => JSON.stringify([
    location.href, { ...localStorage }, { ...sessionStorage }, document.cookie, history.state,
    await indexedDB.databases(), await caches.keys().catch(() => []),
  ]))
  for (const value of [merchant.secret, merchant.accesstoken]) {
    expect(kept).not.toContain(value)
  }
  expect(shared.url()).toBe(`${baseUrl}/docs`)
  expect((await shared.context().storageState()).cookies).toEqual([])
})

test('what was typed is gone when the page is opened again', async () => {
  await shared.getByLabel('secret', { exact: true }).fill('typed')
  await shared.reload()
  await expect(shared.getByLabel('secret', { exact: true })).not.toHaveValue('typed')
})

test('the page speaks Chinese to those who ask for it', async ({ page }, info) => {
  watch(page)
  await page.goto(`${baseUrl}/docs`)
  await page.getByText('中文').click()
  await expect(page.locator('.opblock')).toHaveCount(13)
  await expect(page.locator('#note')).toHaveText('这是演示数据的凭证，调用将被签名。')
  await expect(page).toHaveTitle('Stockroom 商家接口')
  await expect(page.locator('.opblock-tag').first()).toContainText('商品')
  await expect(page.locator('.opblock-summary-description').first()).toHaveText('商品列表')
  await page.getByLabel('secret', { exact: true }).fill('')
  const { body } = await send(page, '/Stock/Product')
  await expect(body).toContainText('请求头缺失或为空')
  await page.screenshot({ path: info.outputPath('chinese.png') })
  await page.getByText('English').click()
  await expect(page.locator('#credentials h2')).toHaveText('Credentials')
})

// a clock is a whole context's
test('a clock that is wrong is set right by the server', async ({ page }) => {
  watch(page)
  await page.clock.install({ time: Date.now() - 4_000_000 })
  await open(page)
  await enterCredentials(page)
  const refused = await send(page, '/Stock/Product')
  await expect(refused.body).toContainText('TIMESTAMP_EXPIRED')
  await expect(page.locator('#note')).toContainText(/is (399|400)\d seconds behind the server's/)
  await refused.call.locator('.execute').click()
  await expect(refused.body).toContainText('"success": true')
})
