// Takes pictures of every page of people: each width, light and dark, in both languages. They go to the folder that
// SCREENSHOTS names.
import { test } from './people.js'
import { everyPage } from './people-walk.js'

test.skip(({ hasTouch }) => hasTouch, 'one project takes both widths')

for (const [language, locale] of [['en', 'en-GB'], ['zh', 'zh-CN']]) {
  test.describe(language, () => {
    test.use({ locale })

    test(`people in ${language}`, async ({ page, another }) => {
      await everyPage(language, page, await another(), async (browser, name) => {
        for (const colorScheme of ['light', 'dark']) {
          await browser.emulateMedia({ colorScheme })
          for (const [width, height] of [[1280, 800], [390, 844]]) {
            await browser.setViewportSize({ width, height })
            const path = `${process.env.SCREENSHOTS}/people-${name}-${language}-${width}-${colorScheme}.png`
            await browser.screenshot({ path, fullPage: true })
          }
        }
      })
    })
  })
}
