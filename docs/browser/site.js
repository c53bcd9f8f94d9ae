import { existsSync, readFileSync } from 'node:fs'
import { docs } from '../.vitepress/pages.js'

/// Reports console errors, missing files and requests to other hosts.
export function watch(page, baseURL, report) {
  page.on('console', message => message.type() === 'error' && report(`console: ${message.text()}`))
  page.on('pageerror', error => report(`error: ${error.message}`))
  // leaving a page aborts its prefetches
  const broke = request => request.failure().errorText !== 'net::ERR_ABORTED'
  page.on('requestfailed', request => broke(request) && report(`failed: ${request.url()}`))
  page.on('response', response => response.status() >= 400 && report(`${response.status()}: ${response.url()}`))
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && origin !== baseURL) {
      report(`leaves the host: ${request.url()}`)
    }
  })
}

/// Returns the file that the site serves at a path, or nothing.
export function built(path) {
  const file = `${docs}/../target/site${path.endsWith('/') ? `${path}index.html` : path}`
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/// Opens a page and waits until its own scripts have run; a click before that is lost.
export async function open(page, address, options) {
  await page.goto(address, options)
  await page.waitForFunction(() => document.querySelector('#app').__vue_app__)
}
