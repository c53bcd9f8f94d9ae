// Takes pictures of the site and of a server's own page to look at: each width, light and dark, in both languages.
// They go to the folder that SCREENSHOTS names.
import { test } from '@playwright/test'

const { SCREENSHOTS: folder, STOCKROOM_ADDRESS: server } = process.env
const pages = { home: '', quickstart: 'quickstart.html', reference: 'reference/create-stock.html', errors: 'errors.html' }

for (const colorScheme of ['light', 'dark']) {
  for (const language of ['en', 'zh']) {
    test(`${colorScheme} in ${language}`, async ({ browser, viewport, hasTouch, baseURL }) => {
      const context = await browser.newContext({ viewport, hasTouch, colorScheme, baseURL })
      const page = await context.newPage()
      const addresses = Object.entries(pages).map(([name, address]) => [name, (language === 'zh' ? '/zh/' : '/') + address])
      if (server) {
        addresses.push(['docs', `${server}/docs?lang=${language}`])
      }
      for (const [name, address] of addresses) {
        await page.goto(address, { waitUntil: 'networkidle' })
        await page.locator('.vp-doc h1, .opblock').first().waitFor()
        for (const fullPage of [false, true]) {
          const path = `${folder}/${name}-${language}-${viewport.width}-${colorScheme}${fullPage ? '-whole' : ''}.png`
          await page.screenshot({ path, fullPage })
        }
      }
      await context.close()
    })
  }
}
