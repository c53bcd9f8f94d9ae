// Opens every page of people in both languages, and in two widths and themes.
import { expect } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { origin, test } from './people.js'
import { everyPage } from './people-walk.js'

test.describe.configure({ mode: 'parallel' })

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
const LOOKS = [
  { width: 390, height: 844, colorScheme: 'light', rules: {} },
  // the theme changes nothing but colours
  { width: 1280, height: 800, colorScheme: 'dark', rules: { runOnly: ['color-contrast', 'link-in-text-block', 'target-size'] } }
]

for (const [language, locale] of [['en', 'en-GB'], ['zh', 'zh-CN']]) {
  test.describe(language, () => {
    // the pages have no scripts, but axe is one; the debugger runs it in spite of their policy
    test.use({ javaScriptEnabled: true, locale })

    test(`axe finds nothing serious, and every page fits (${language})`, async ({ page, another }) => {
      const seen = []
      await everyPage(language, page, await another(), async (browser, name) => {
        seen.push(name)
        const session = await browser.context().newCDPSession(browser)
        const run = async expression => {
          const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
          expect(exceptionDetails, `${name}: ${expression.slice(0, 60)}`).toBeUndefined()
          return result.value
        }
        expect.soft(await run('document.documentElement.lang'), name).toBe(language === 'zh' ? 'zh-Hans' : 'en')
        await run(`${axe}; 0`)
        for (const { width, height, colorScheme, rules } of LOOKS) {
          await browser.setViewportSize({ width, height })
          await browser.emulateMedia({ colorScheme })
          const tooWide = await run('document.documentElement.scrollWidth - window.innerWidth')
          expect.soft(tooWide, `${name}: pixels to scroll sideways at ${width}`).toBeLessThanOrEqual(0)
          const violations = await run(`axe.run(${JSON.stringify({ preload: false, resultTypes: ['violations'], ...rules })})`
            + '.then(found => found.violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0].html })))')
          const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
          expect.soft(serious, `${name} at ${width}, ${colorScheme}`).toEqual([])
        }
        await session.detach()
      })
      expect(new Set(seen).size).toBe(seen.length)
    })
  })
}

test('the language is chosen on the page, and stays', async ({ page }) => {
  await page.goto(`${origin}/sign-in`)
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登录')
  await page.goto(`${origin}/link`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})
