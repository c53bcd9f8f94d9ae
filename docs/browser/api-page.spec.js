// The page /docs of a running server, as a reader uses it. Where the server is and whose credentials are entered stands in the
// environment, as for docs/samples.
import { expect, test } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { calls as described, file, request } from '../.vitepress/reference/description.js'
import { built } from './site.js'

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

async function open(page, rest = '') {
  await page.goto(`${baseUrl}/docs${rest}`)
  await expect(page.locator('.opblock')).toHaveCount(13)
}

async function enterCredentials(page, credentials = merchant) {
  await page.locator('#credentials').evaluate(it => { it.open = true })
  await page.getByLabel('appid').fill(credentials.appid)
  await page.getByLabel('secret', { exact: true }).fill(credentials.secret)
  await page.getByLabel('accesstoken').fill(credentials.accesstoken)
}

async function opened(page, path) {
  const call = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) })
  if (!(await call.locator('.execute').isVisible())) {
    await call.locator('.opblock-summary-control').click()
  }
  return call
}

const dryRun = call => call.locator('[data-param-name="Dry-Run"] select')

/// Opens a call and presses its button; answers what the viewer shows.
async function send(page, path) {
  const call = await opened(page, path)
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

/// Both widths share the turn of one account.
const inTurn = (path, push) => expect(async () => {
  const { status, body } = await send(shared, path)
  await expect(status).toContainText('200', { timeout: 10_000 })
  await expect(body).toContainText(push, { timeout: 10_000 })
}).toPass()

test('a write is a dry run until the reader says otherwise', async () => {
  await enterCredentials(shared)
  const writes = described.filter(({ parameters }) => parameters.some(({ name }) => name === 'Dry-Run'))
  expect(writes.map(({ path }) => path)).toEqual(['/Stock/Creat', '/Stock/Delete', '/Stock/Undo'])
  for (const { path } of writes) {
    const call = await opened(shared, path)
    await expect(dryRun(call), path).toHaveValue('true')
    await expect(call.locator('.execute'), path).toHaveText('Send as a dry run')
  }
  const before = (await send(shared, '/Stock/List')).body
  const stock = await before.textContent()
  for (const path of ['/Stock/Creat', '/Stock/Delete']) {
    await inTurn(path, '"push": null')
    expect(calls.at(-1).headers()['dry-run'], path).toBe('true')
  }
  expect(await (await send(shared, '/Stock/List')).body.textContent()).toBe(stock)
})

test('stock is set with the body the page shows, and read back', async () => {
  await enterCredentials(shared)
  const call = await opened(shared, '/Stock/Creat')
  await dryRun(call).selectOption('false')
  await expect(call.locator('.execute')).toHaveText('Send, and change stock')
  await inTurn('/Stock/Creat', '"success": true')
  expect(calls.at(-1).headers()['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  await dryRun(call).selectOption('true')
  const listed = await send(shared, '/Stock/List')
  await expect(listed.body).toContainText('"6901234567892"')
})

test('the page begins with the calls, and credentials fold away', { tag: '@phone' }, async ({ page, viewport }) => {
  await open(page)
  await expect(page.getByLabel('secret', { exact: true })).toBeHidden()
  const first = await page.locator('.opblock').first().boundingBox()
  expect(first.y).toBeLessThan(viewport.height / 2)
  await page.locator('#credentials summary').click()
  await expect(page.getByLabel('secret', { exact: true })).toBeVisible()
  await expect(page.getByText('A failure has a code for programs')).toBeHidden()
  await page.getByText('What holds for every call').click()
  await expect(page.getByText('A failure has a code for programs')).toBeVisible()
})

/// As a sample has it in each language.
function sample(value, language) {
  const labels = parse(readFileSync(file.replace('openapi.yaml', 'docs/viewer-chinese.yaml'), 'utf8'))
  const chinese = name => labels.find(({ en }) => en === name).zh
  return language === 'en' ? value : JSON.parse(JSON.stringify(value), (key, it) => (key === 'color' ? chinese(it) : it))
}

test('the page of a call in the reference leads to that call, with the same request', async ({ page, browser, baseURL }) => {
  test.slow() // opens two pages for each call
  watch(page)
  const reference = await browser.newPage({ baseURL, javaScriptEnabled: false })
  for (const [folder, language] of [['', 'en'], ['zh/', 'zh']]) {
    for (const call of described.filter(({ path }) => ['/Stock/Creat', '/Stock/List', '/Stock/Undo'].includes(path))) {
      await reference.goto(`/${folder}reference/${call.slug}.html`)
      const link = new URL(await reference.locator('.vp-doc a.try').getAttribute('href'))
      expect(link.searchParams.get('lang') ?? 'en').toBe(language)
      await open(page, link.search + link.hash)
      const block = page.locator('.opblock.is-open')
      await expect(block.locator('[data-path]')).toHaveAttribute('data-path', call.path)
      await expect(block.locator('.opblock-summary'), call.path).toBeInViewport()
      const { value, json, type } = request(call)
      if (json) {
        expect(JSON.parse(await block.locator('.body-param textarea').inputValue()), call.path).toEqual(sample(value, language))
      } else {
        await expect(block.locator('.opblock-section-request-body'), call.path).toContainText(type)
        for (const [name, it] of Object.entries(value)) {
          await expect(block.locator(`[data-property-name="${name}"] :is(input, select)`), call.path).toHaveValue(String(it))
        }
      }
      await page.goto('about:blank')
    }
  }
  await reference.close()
})

test('a server that knows where the documentation is links each call to its page there', async ({ page }) => {
  await page.route('**/docs/server.json', route => route.fulfill({ json: { guide: 'https://docs.example/stockroom', demonstration: null } }))
  for (const folder of ['', 'zh/']) {
    await open(page, folder ? '?lang=zh' : '')
    await expect(page.locator('#reference')).toHaveAttribute('href', `https://docs.example/stockroom/${folder}reference/`)
    for (const call of described.filter(({ path }) => ['/Stock/Creat', '/Product/UploadResult'].includes(path))) {
      const address = await (await opened(page, call.path)).locator('.opblock-external-docs a').getAttribute('href')
      expect(address).toBe(`https://docs.example/stockroom/${folder}reference/${call.slug}.html`)
      expect(built(new URL(address).pathname.replace('/stockroom', '')), address).toBeDefined()
    }
  }
})

test('the page in Chinese has no label in English', async ({ page }) => {
  await open(page, '?lang=zh')
  for (const path of ['/Stock/Product', '/Stock/Creat', '/Stock/Batch', '/Product/UploadResult']) {
    await send(page, path)
  }
  await page.getByText('所有接口的共同约定').click()
  const labels = await page.locator('body').evaluate(body => {
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    const found = []
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement
      const own = parent.closest('pre, code, textarea, option, script, noscript, .parameter__name, .opblock-summary-path, .opblock-summary-method, .headers td:first-child, .info__license, nav')
      if (!own && parent.checkVisibility()) {
        found.push(texts.currentNode.data.trim())
      }
    }
    return [...new Set(found)]
  })
  expect(labels.filter(it => /[a-z]{3}/i.test(it) && !/\p{Script=Han}/u.test(it))).toEqual([])
})

test('nothing on the light page is dark, and nothing on the dark page is light', async ({ page }) => {
  await open(page)
  for (const path of ['/Stock/Product', '/Stock/Creat']) {
    await send(page, path)
  }
  const boxes = () => page.locator('#viewer').evaluate(viewer => [...viewer.querySelectorAll('*')].flatMap(it => {
    const { width, height } = it.getBoundingClientRect()
    const style = getComputedStyle(it)
    const [red, green, blue, alpha = 1] = style.backgroundColor.match(/[\d.]+/g).map(Number)
    const lightness = (red + green + blue) / 765
    const turned = it.closest('pre')?.matches('html.dark-mode *') // by a filter
    return width * height > 6_000 && alpha > 0.5 && !it.matches('button') ? [{ box: it.className, lightness: turned ? 1 - lightness : lightness }] : []
  }))
  expect((await boxes()).filter(({ lightness }) => lightness < 0.8)).toEqual([])
  await page.locator('#theme').click()
  expect((await boxes()).filter(({ lightness }) => lightness > 0.4)).toEqual([])
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
  await shared.locator('#credentials').evaluate(it => { it.open = true })
  await shared.getByLabel('secret', { exact: true }).fill('typed')
  await shared.reload()
  await expect(shared.getByLabel('secret', { exact: true })).not.toHaveValue('typed')
})

test('the page speaks Chinese to those who ask for it', async ({ page }, info) => {
  watch(page)
  await page.goto(`${baseUrl}/docs`)
  await page.getByText('中文').click()
  await expect(page.locator('.opblock')).toHaveCount(13)
  await expect(page.locator('#note')).toHaveText('已填入演示环境的凭据，发送时会自动签名。')
  await expect(page).toHaveTitle('Stockroom 商家接口')
  await expect(page.locator('.opblock-tag').first()).toContainText('商品')
  await expect(page.locator('.opblock-summary-description').first()).toHaveText('商品列表')
  await page.locator('#credentials summary').click()
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
