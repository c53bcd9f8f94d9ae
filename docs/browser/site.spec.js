import { expect, test } from '@playwright/test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { docs, sidebar } from '../.vitepress/pages.js'

const flat = items => items.flatMap(item => (item.items ? flat(item.items) : [item.link]))
const pages = ['/index', ...flat(sidebar())]

// One page for all tests of a width: a new one would load the same scripts again for each of them.
let page
let faults = []

/// What a page must never do: complain, miss a file, or ask another host for anything.
function watch(baseURL) {
  page.on('console', message => message.type() === 'error' && faults.push(`console: ${message.text()}`))
  page.on('pageerror', error => faults.push(`error: ${error.message}`))
  page.on('requestfailed', request => faults.push(`failed: ${request.url()}`))
  page.on('response', response => response.status() >= 400 && faults.push(`${response.status()}: ${response.url()}`))
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && origin !== baseURL) {
      faults.push(`leaves the host: ${request.url()}`)
    }
  })
}

test.beforeAll(async ({ browser, baseURL }) => {
  page = await browser.newPage()
  watch(baseURL)
})

// what the last test left loading is broken off, and no fault of the next
test.beforeEach(async () => {
  await page.goto('about:blank')
  faults = []
})

test.afterEach(() => expect(faults).toEqual([]))

test.afterAll(() => page.close())

test('every page of docs/ is in the sidebar', () => {
  const written = readdirSync(docs).filter(file => file.endsWith('.md')).map(file => `/${file.slice(0, -3)}`)
  expect(written.filter(page => !pages.includes(page))).toEqual([])
})

for (const name of pages) {
  test(`${name} opens whole, fits the screen, and has no dead link`, async ({ baseURL }) => {
    await page.goto(`${name}.html`, { waitUntil: 'networkidle' })
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.locator('h1')).not.toHaveText('404')
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(tooWide, 'pixels to scroll sideways').toBeLessThanOrEqual(0)
    const pictures = await page.$$eval('.vp-doc img', all => all.filter(it => it.complete && !it.naturalWidth).map(it => it.src))
    expect(pictures, 'pictures that do not show').toEqual([])
    expect(await deadLinks(baseURL), 'links to a page or a heading that is not there').toEqual([])
  })
}

async function deadLinks(baseURL) {
  const dead = []
  for (const href of await page.$$eval('.vp-doc a', links => links.map(link => link.href))) {
    const url = new URL(href)
    if (url.origin !== baseURL) {
      continue
    }
    const there = built(url.pathname)
    if (there === undefined || (url.hash && !there.includes(`id="${decodeURIComponent(url.hash.slice(1))}"`))) {
      dead.push(href)
    }
  }
  return dead
}

/// The file that the site answers with at a path; nothing where nothing is.
function built(path) {
  const file = `${docs}/../target/site${path.endsWith('/') ? `${path}index.html` : path}`
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

test('the first page has a door for each reader', async () => {
  await page.goto('/')
  const doors = page.locator('.doors h3 a:not(.header-anchor)')
  await expect(doors).toHaveCount(4)
  for (const door of await doors.all()) {
    expect(built(new URL(await door.getAttribute('href'), page.url()).pathname)).toBeDefined()
  }
})

test('search finds an error code', async () => {
  await page.goto('/')
  await page.locator('.VPNavBarSearch button').first().click()
  await page.locator('.VPLocalSearchBox input').fill('SIGN_MISMATCH')
  const first = page.locator('.VPLocalSearchBox .result').first()
  await expect(first).toBeVisible()
  await expect(first).toContainText('SIGN_MISMATCH')
  await first.click()
  await expect(page.locator('.VPLocalSearchBox')).toHaveCount(0)
  await expect(page).toHaveURL(/errors\.html#SIGN_MISMATCH$/)
})

test('every error code has the address that failures link to', async () => {
  await page.goto('/errors.html')
  const headings = await page.$$eval('.vp-doc h3', all => all.map(it => [it.id, it.childNodes[0].textContent.trim()]))
  expect(headings.length).toBeGreaterThan(40)
  expect(headings.filter(([id, text]) => id !== text)).toEqual([])
})

test('the tabs of the signing page show every language', async () => {
  await page.goto('/signing.html')
  for (const language of ['curl', 'Java', 'Python', 'C#', 'PHP', 'JavaScript']) {
    await page.locator('.vp-code-group .tabs label').getByText(language, { exact: true }).click()
    await expect(page.locator('.vp-code-group .blocks .active')).toContainText('sign')
  }
})
