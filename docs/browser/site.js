// What the tests of the site share.
import { existsSync, readFileSync } from 'node:fs'
import { docs } from '../.vitepress/pages.js'

/// What a page must never do: complain, miss a file, or ask another host for anything.
export function watch(page, baseURL, report) {
  page.on('console', message => message.type() === 'error' && report(`console: ${message.text()}`))
  page.on('pageerror', error => report(`error: ${error.message}`))
  // a page that is left breaks off what it was fetching for others
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

/// The file that the site answers with at a path; nothing where nothing is.
export function built(path) {
  const file = `${docs}/../target/site${path.endsWith('/') ? `${path}index.html` : path}`
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
