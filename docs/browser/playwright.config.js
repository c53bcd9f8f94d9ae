import { defineConfig } from '@playwright/test'
import { execFileSync } from 'node:child_process'

const port = process.env.SITE_PORT ?? '4173'
// uses the installed browser and downloads none
const chromium = process.env.CHROMIUM ?? execFileSync('sh', ['-c', 'command -v chromium']).toString().trim()

export default defineConfig({
  testDir: '.',
  testMatch: process.env.SCREENSHOTS ? '*screenshots.js' : '*.spec.js',
  outputDir: '../../target/browser',
  workers: 2,
  reporter: process.stdout.isTTY ? 'line' : 'dot',
  forbidOnly: true,
  // On a machine that other programs share, these tests take up to ten times as long as on a quiet one.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: { executablePath: chromium, args: process.getuid() === 0 ? ['--no-sandbox'] : [] }
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // runs only the tests that differ on a phone; pages.spec.js tries both widths itself
    { name: 'phone', grep: process.env.SCREENSHOTS ? undefined : /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } }
  ],
  // serves the site that `make site` built, unless no test opens it
  webServer: process.env.SITE === 'none' ? undefined : { command: `node ../node_modules/vitepress/bin/vitepress.js preview .. --port ${port}`, url: `http://127.0.0.1:${port}` }
})
