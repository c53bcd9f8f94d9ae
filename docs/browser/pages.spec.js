// Every page of the site at both widths, loaded once; one test for each language, side by side.
import { expect, test } from '@playwright/test'
import { readdirSync } from 'node:fs'
import { docs, pagesInBothLanguages, sidebar } from '../.vitepress/pages.js'
import { withReference } from '../.vitepress/reference/site.js'
import { chinese, english } from '../.vitepress/reference/words.js'
import { built, open, watch } from './site.js'

test.describe.configure({ mode: 'parallel' })

const flat = items => items.flatMap(item => (item.items ? flat(item.items) : [item.link.replace(/\/$/, '/index')]))
const inEnglish = [...new Set(['/index', ...flat(withReference(sidebar(), english))])]
const inChinese = ['/zh/index', ...flat(withReference(sidebar('zh'), chinese))].filter(name => !inEnglish.includes(name))
const forCallers = name => /^\/(zh|reference)\//.test(name) || pagesInBothLanguages().includes(`${name.slice(1)}.md`)
const widths = [{ width: 1280, height: 800 }, { width: 390, height: 844 }]

test('every page of docs/ is in the sidebar', () => {
  const written = ['', 'zh/'].flatMap(folder =>
    readdirSync(`${docs}/${folder}`).filter(file => file.endsWith('.md')).map(file => `/${folder}${file.slice(0, -3)}`)
  )
  expect(written.filter(name => ![...inEnglish, ...inChinese].includes(name))).toEqual([])
})

for (const [language, pages] of Object.entries({ English: inEnglish, Chinese: inChinese })) {
  test(`every page in ${language} opens whole, fits the screen, and has no dead link`, async ({ page, baseURL }) => {
    test.slow()
    const faults = []
    watch(page, baseURL, fault => faults.push(fault))
    for (const name of pages) {
      await open(page, `${name}.html`, { waitUntil: 'domcontentloaded' })
      expect.soft(await page.locator('h1').allTextContents(), name).toEqual([expect.not.stringMatching('404')])
      for (const size of widths) {
        await page.setViewportSize(size)
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect.soft(tooWide, `${name}: pixels to scroll sideways at ${size.width}`).toBeLessThanOrEqual(0)
        if (forCallers(name)) {
          expect.soft(await page.evaluate(cutTables), `${name}: tables that are cut at ${size.width}`).toEqual([])
          expect.soft(size.width > 767 ? await page.evaluate(brokenCodes) : [], `${name}: error codes on two lines`).toEqual([])
        }
      }
      expect.soft(await page.evaluate(underlinedUnderscores), `${name}: links whose line touches their underscores`).toEqual([])
      const pictures = await page.$$eval('.vp-doc img', all => all.filter(it => it.complete && !it.naturalWidth).map(it => it.src))
      expect.soft(pictures, `${name}: pictures that do not show`).toEqual([])
      expect.soft(await deadLinks(page, baseURL), `${name}: links to a page or a heading that is not there`).toEqual([])
      expect.soft(faults.splice(0), name).toEqual([])
    }
  })
}

/// Runs in the page: the first words of tables that have to be scrolled.
function cutTables() {
  return [...document.querySelectorAll('.vp-doc table')]
    .filter(it => it.scrollWidth > it.clientWidth + 1 || it.getBoundingClientRect().right > window.innerWidth)
    .map(it => it.textContent.trim().slice(0, 40))
}

/// Runs in the page: on a phone there is no room for all, nor in the last column of a wide table.
function brokenCodes() {
  return [...document.querySelectorAll('.vp-doc td:nth-child(-n + 2) > a > code')].filter(it => it.getClientRects().length > 1).map(it => it.textContent)
}

/// Runs in the page: a name's underscores reach so far below its line.
function underlinedUnderscores() {
  const canvas = document.createElement('canvas').getContext('2d')
  return [...document.querySelectorAll('.vp-doc a')].filter(link => link.textContent.includes('_')).filter(link => {
    const style = getComputedStyle(link)
    canvas.font = getComputedStyle(link.querySelector('code') ?? link).font
    return style.textDecorationLine === 'underline' && parseFloat(style.textUnderlineOffset) < canvas.measureText('_').actualBoundingBoxDescent + 1
  }).map(link => link.textContent)
}

async function deadLinks(page, baseURL) {
  const links = await page.$$eval('.vp-doc a', all => all.map(link => link.href))
  return [...new Set(links)].filter(href => {
    const url = new URL(href)
    const there = url.origin === baseURL ? built(url.pathname) : ''
    return there === undefined || (there && url.hash && !there.includes(`id="${decodeURIComponent(url.hash.slice(1))}"`))
  })
}
