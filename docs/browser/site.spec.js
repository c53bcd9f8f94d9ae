import { expect, test } from '@playwright/test'
import { pagesInBothLanguages } from '../.vitepress/pages.js'
import { built, open, watch } from './site.js'

const isPhone = () => page.viewportSize().width < 768

// One page for all tests: a new one would load the same scripts again for each of them.
let page
let faults = []

test.beforeAll(async ({ browser, baseURL }) => {
  page = await browser.newPage()
  watch(page, baseURL, fault => faults.push(fault))
})

// what the last test left loading is broken off, and no fault of the next
test.beforeEach(async () => {
  await page.goto('about:blank')
  faults = []
})

test.afterEach(() => expect(faults).toEqual([]))

test.afterAll(() => page.close())

for (const home of ['/', '/zh/']) {
  test(`the first page ${home} has a door for each reader`, async () => {
    await open(page, home)
    const doors = page.locator('.doors h3 a:not(.header-anchor)')
    await expect(doors).toHaveCount(4)
    for (const door of await doors.all()) {
      expect(built(new URL(await door.getAttribute('href'), page.url()).pathname)).toBeDefined()
    }
  })
}

for (const home of ['/', '/zh/']) {
  test(`the first call on ${home} is in six languages, and its curl sample is on the first screen`, async () => {
    await open(page, home)
    const samples = page.locator('.vp-code-group').first()
    await expect(samples.locator('.tabs label')).toHaveText(['curl', 'Java', 'Python', 'C#', 'PHP', 'JavaScript'])
    const { y, height } = await samples.boundingBox()
    expect(y + height).toBeLessThan(800)
  })
}

for (const clients of ['/clients.html', '/zh/clients.html']) {
  test(`every client is linked from ${clients}`, async () => {
    await open(page, clients)
    const addresses = await page.locator('.vp-doc table').first().locator('a').evaluateAll(all => all.map(it => new URL(it.href).pathname))
    const java = clients.replace('clients', 'java-client')
    const others = ['python', 'csharp', 'php', 'typescript'].map(name => clients.replace('.html', `/${name}.html`))
    expect(addresses).toEqual([java, ...others])
    for (const address of addresses) {
      expect(built(address), address).toBeDefined()
    }
  })
}

test('the page of a client leads to the same page in the other language', async () => {
  await open(page, '/zh/clients/php.html')
  await expect(page.locator('h1')).toContainText('PHP 客户端')
  await page.locator('.vp-doc a', { hasText: 'English' }).first().click()
  await expect(page).toHaveURL(/\/clients\/php\.html$/)
  await page.locator('.vp-doc a', { hasText: '中文' }).first().click()
  await expect(page).toHaveURL(/\/zh\/clients\/php\.html$/)
})

/// The first results, as an element.
async function search(home, words) {
  await open(page, home)
  await page.locator('.VPNavBarSearch button').first().click()
  await page.locator('.VPLocalSearchBox input').fill(words)
  const results = page.locator('.VPLocalSearchBox .result')
  await expect(results.first()).toBeVisible()
  return results
}

test('search finds an error code', { tag: '@phone' }, async () => {
  const first = (await search('/', 'SIGN_MISMATCH')).first()
  await expect(first).toContainText('SIGN_MISMATCH')
  await first.click()
  await expect(page.locator('.VPLocalSearchBox')).toHaveCount(0)
  await expect(page).toHaveURL(/errors\.html#SIGN_MISMATCH$/)
})

for (const [home, found] of Object.entries({
  '/': {
    'rate limit': '/limits.html',
    pagination: '/reference/list-products.html#pagination',
    stock: '-stock.html',
    idempotent: '/reference/#idempotent-requests',
    retry: '/reference/#retries',
    clearBarCode: '/reference/create-stock.html#body',
    GBK: '/errors.html#ENCODING_INVALID',
    Composer: '/clients/php.html'
  },
  '/zh/': {
    签名: '/zh/signing.html',
    库存: '-stock.html',
    限流: '/zh/limits.html',
    分页: '/zh/reference/#pagination',
    幂等: '/zh/reference/#idempotent-requests',
    重试: '/zh/reference/#retries',
    超卖: '/zh/recipes.html#sell-from-several-channels-without-overselling',
    SIGN_MISMATCH: '/zh/errors.html#SIGN_MISMATCH',
    GBK: '/zh/errors.html#ENCODING_INVALID',
    Composer: '/zh/clients/php.html',
    时区: '/zh/signing.html#when-it-is-refused'
  }
})) {
  test(`search from ${home} finds the right page among the first three`, async () => {
    for (const [words, expected] of Object.entries(found)) {
      const results = await search(home, words)
      const addresses = () => results.evaluateAll(all => all.slice(0, 3).map(it => it.getAttribute('href')))
      await expect.poll(addresses, words).toContainEqual(expect.stringContaining(expected))
    }
  })
}

for (const errors of ['/errors.html', '/zh/errors.html']) {
  test(`every error code of ${errors} has the address that failures link to`, async () => {
    await open(page, errors)
    const headings = await page.$$eval('.vp-doc h3', all => all.map(it => [it.id, [...it.childNodes].filter(({ nodeName }) => nodeName === '#text').map(({ data }) => data).join('').trim()]))
    expect(headings.length).toBeGreaterThan(40)
    expect(headings.filter(([id, text]) => id !== text)).toEqual([])
  })
}

/// So that the switch of languages stays at the same place.
test('both languages have the same addresses', () => {
  const ids = file => built(file).match(/<h[2-6] id="[^"]*"/g)
  for (const file of pagesInBothLanguages().map(name => `/${name.replace(/md$/, 'html')}`)) {
    expect(ids(`/zh${file}`), file).toEqual(ids(file))
  }
})

async function switchTo(language) {
  // until then a click changes the page that the scripts are about to take over
  await page.waitForFunction(() => document.querySelector('#app').__vue_app__)
  if (isPhone()) {
    await page.locator('.VPNavBarHamburger').click()
    await page.locator('.VPNavScreenTranslations .title').click()
    await page.locator('.VPNavScreenTranslations').getByText(language, { exact: true }).click()
  } else {
    await page.locator('.VPNavBarTranslations button').hover()
    await page.locator('.VPNavBarTranslations').getByText(language, { exact: true }).click()
  }
}

test('the language is switched at the same place, and from a page in English alone to the first page', { tag: '@phone' }, async () => {
  await open(page, '/errors.html#SIGN_MISMATCH')
  await switchTo('简体中文')
  await expect(page).toHaveURL(/\/zh\/errors\.html#SIGN_MISMATCH$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
  await expect(page.locator('h1')).toContainText('错误码')
  await open(page, '/zh/errors.html#SIGN_MISMATCH')
  await switchTo('English')
  await expect(page).toHaveURL(/:\d+\/errors\.html#SIGN_MISMATCH$/)
  await open(page, '/operating.html')
  await switchTo('简体中文')
  await expect(page).toHaveURL(/\/zh\/$/)
})

test('lines of Chinese join without a space', async () => {
  await open(page, '/zh/quickstart.html')
  const apart = await page.$$eval('.vp-doc p', all => all.flatMap(it => it.textContent.match(/[，。\p{Script=Han}]\s+\p{Script=Han}/gu) ?? []))
  expect(apart).toEqual([])
})

for (const signing of ['/signing.html', '/zh/signing.html']) {
  test(`the tabs of ${signing} show every language`, async () => {
    await open(page, signing)
    for (const language of ['curl', 'Java', 'Python', 'C#', 'PHP', 'JavaScript']) {
      await page.locator('.vp-code-group .tabs label').getByText(language, { exact: true }).click()
      await expect(page.locator('.vp-code-group .blocks .active')).toContainText('sign')
    }
  })
}
