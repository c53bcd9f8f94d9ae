// Pages of other origins against the pages of people. A page on another port of localhost is another origin but the
// same site, so browsers send it the same cookies: only the check of the origin protects there. A host named
// evil.shop.localhost is a sibling of console.shop.localhost, and may set cookies for shop.localhost.
// Cookies know no ports, so another port of the same host could plant a __Host- cookie: people need a host of their own.
import { expect } from '@playwright/test'
import { createServer } from 'node:http'
import { accept, code, demo, giveCode, heading, invited, named, operator, origin, personId, setUpFactor, signIn, test as base } from './people.js'

/// The attacker's pages run scripts. `serve` sets the answer of the attacker's server, and `cookies` notes what it gets.
const test = base.extend({
  javaScriptEnabled: true,
  attacker: async ({ hosts, faults }, use) => {
    const attacker = { html: '', setCookies: [], cookies: [] }
    const server = createServer((request, response) => {
      attacker.cookies.push(request.headers.cookie ?? '')
      response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': attacker.setCookies, ...attacker.headers }).end(attacker.html)
    })
    await new Promise(done => server.listen(0, '127.0.0.1', done))
    const { port } = server.address()
    attacker.at = host => `http://${host}:${port}`
    for (const host of ['localhost', '127.0.0.1', 'evil.shop.localhost', 'console.shop.localhost']) hosts.add(attacker.at(host))
    hosts.add(console())
    await use(attacker)
    server.closeAllConnections()
    server.close()
  }
})
test.describe.configure({ mode: 'parallel' })

/// The server answers for any host, so this is its name beside a sibling. It refuses forms from there.
const console = () => origin.replace('localhost', 'console.shop.localhost')

const session = async page => (await page.context().cookies(origin)).find(({ name }) => name === '__Host-session')

async function keysPerson(page) {
  const name = named('Victim')
  await accept(page, await invited(name, 'keys', '/platform'))
  await setUpFactor(page)
  return name
}

for (const host of ['localhost', '127.0.0.1']) {
  test(`a page of ${host} on another port cannot frame the pages of people`, async ({ page, attacker, faults }) => {
    await accept(page, await invited(named('Framed')))
    for (const path of ['/sign-in', '/places', '/account', '/link', '/nothing']) {
      attacker.html = `<!DOCTYPE html><iframe src="${origin}${path}"></iframe>`
      await page.goto(attacker.at(host))
      await expect.poll(() => faults.splice(0), path).toEqual([expect.stringContaining("frame-ancestors 'none'")])
      expect(page.frames().filter(frame => frame.url().startsWith(origin)), path).toEqual([])
    }
  })

  test(`forms that a page of ${host} on another port sends are refused, and change nothing`, async ({ page, attacker }) => {
    const name = await keysPerson(page)
    const person = await personId(name)
    const before = await operator('GET', `/people/${person}`)
    const { value } = await session(page)
    const planted = named('Planted')
    const forms = {
      '/sign-in': { name, password: 'seven quiet lamps' },
      '/sign-out': {},
      '/language': { language: 'zh', to: '/account' },
      '/link': { password: 'eight loud candles', again: 'eight loud candles' },
      '/prove': { password: 'seven quiet lamps' },
      '/account/leave': { place: '/platform/people' },
      '/account/password': { password: 'eight loud candles', again: 'eight loud candles' },
      '/account/recovery-codes': {},
      '/platform/people/invite': { name: planted, role: 'keys' },
      '/platform/people/remove': { person },
      '/platform/people/reset': { name, kind: 'password' }
    }
    // a page that sends no referrer sends "null" as its origin
    for (const policy of host === 'localhost' ? ['origin', 'no-referrer'] : ['origin']) {
      for (const [path, fields] of Object.entries(forms)) {
        const inputs = Object.entries(fields).map(([field, text]) => `<input name="${field}" value="${text}">`)
        attacker.headers = { 'Referrer-Policy': policy }
        attacker.html = `<!DOCTYPE html><form method="post" action="${origin}${path}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`
        const answered = page.waitForResponse(response => response.request().method() === 'POST')
        await page.goto(attacker.at(host), { waitUntil: 'commit' })
        const response = await answered
        const headers = await response.request().allHeaders()
        expect(response.status(), `${path}, ${policy}`).toBe(403)
        expect(headers.origin).toBe(policy === 'origin' ? attacker.at(host) : 'null')
        // shows that the test is as strong as it says: the same site sends the session
        expect((headers.cookie ?? '').includes(value), path).toBe(host === 'localhost')
        await page.waitForLoadState()
      }
    }
    expect((await session(page)).value).toBe(value)
    await page.goto(`${origin}/platform/people`)
    await heading(page, 'People: Platform')
    await expect(page.getByRole('main')).not.toContainText(planted)
    const after = await operator('GET', `/people/${person}`)
    expect(after.memberships).toEqual(before.memberships)
    expect(after.recoveryCodes).toBe(before.recoveryCodes)
    await page.context().clearCookies()
    await signIn(page, name)
    await heading(page, 'Enter your code')
  })

  test(`a script of ${host} on another port reads no page of people`, async ({ page, attacker }) => {
    await accept(page, await invited(named('Read')))
    attacker.html = '<!DOCTYPE html>'
    await page.goto(attacker.at(host))
    for (const mode of ['cors', 'no-cors']) {
      const seen = await page.evaluate(([url, mode]) => fetch(url, { mode, credentials: 'include' })
        .then(async reply => `${reply.type} "${await reply.text()}"`, error => error.name), [`${origin}/account`, mode])
      expect(seen).toBe(mode === 'cors' ? 'TypeError' : 'opaque ""')
    }
  })
}

test('a sibling host plants an ordinary cookie, but no __Host- cookie, so no session of its own', async ({ page, attacker, another }) => {
  const other = await another()
  await accept(other, await invited(named('Fixing')))
  const { value } = await session(other)
  attacker.setCookies = [
    'ordinary=1; Domain=shop.localhost; Path=/',
    `__Host-session=${value}; Domain=shop.localhost; Path=/; Secure`,
    `__Host-session=${value}; Domain=shop.localhost; Path=/`,
    `__Host-session=${value}; Domain=shop.localhost; Path=/account; Secure`,
    `__host-session=${value}; Domain=shop.localhost; Path=/; Secure`,
    `=__Host-session=${value}; Domain=shop.localhost; Path=/; Secure`
  ]
  await page.goto(attacker.at('evil.shop.localhost'))
  attacker.setCookies = []
  await page.goto(attacker.at('console.shop.localhost'))
  expect(attacker.cookies.at(-1)).toBe('ordinary=1')
  await page.goto(`${console()}/account`)
  await heading(page, 'Sign in')

  // shows that the session would have been accepted
  await page.context().addCookies([{ name: '__Host-session', value, domain: 'console.shop.localhost', path: '/', secure: true }])
  await page.goto(`${console()}/account`)
  await heading(page, 'My account')
})

test('the browser refuses __Host- cookies with a domain, with another path, or that are not secure', async ({ page }) => {
  const cookie = { name: '__Host-session', value: 'x'.repeat(43), domain: 'localhost', path: '/', secure: true }
  for (const wrong of [{ domain: '.localhost' }, { path: '/account' }, { secure: false }]) {
    await expect(page.context().addCookies([{ ...cookie, ...wrong }]), JSON.stringify(wrong)).rejects.toThrow()
  }
  await page.context().addCookies([cookie])
})

test('a request with two session cookies is nobody\'s', async ({ page }) => {
  await accept(page, await invited(named('Doubled')))
  const { value } = await session(page)
  for (const [cookies, status] of [[[value], 200], [[value, value], 303], [['x'.repeat(43), value], 303], [[value, 'x'], 303]]) {
    const cookie = cookies.map(each => `__Host-session=${each}`).join('; ')
    const reply = await fetch(`${origin}/account`, { headers: { cookie }, redirect: 'manual' })
    expect(reply.status, cookies.join(' ')).toBe(status)
  }
})

test('cookies of sessions and browsers are shown to no script, and set for this host alone', async ({ page }) => {
  const before = named('Cookies')
  await accept(page, await invited(before))
  const cookies = await page.context().cookies(origin)
  expect(cookies.map(({ name }) => name).sort()).toEqual(['__Host-browser', '__Host-session'])
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ domain: 'localhost', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' })
  }
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('each step of a sign-in has a new session', async ({ page }) => {
  const name = named('Stepping')
  await accept(page, await invited(name, 'read', '/platform'))
  const seen = [(await session(page)).value]
  const { key } = await setUpFactor(page)
  seen.push((await session(page)).value)
  await page.goto(`${origin}/places`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect(await session(page)).toBeUndefined()
  await signIn(page, name)
  seen.push((await session(page)).value)
  await giveCode(page, code(key, 1))
  await heading(page, 'Where to go')
  seen.push((await session(page)).value)
  expect(new Set(seen).size).toBe(4)
})
