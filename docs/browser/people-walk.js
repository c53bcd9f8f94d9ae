// Opens every page that people see, in the language of the browser.
import { expect } from '@playwright/test'
import { demo, accept, choosePassword, code, giveCode, invited, linkFor, named, operator, origin, personId, send, setUpFactor, signIn } from './people.js'

const NAMES = {
  en: { keys: 'Li Wei', owner: 'Wang Fang', guest: 'Maximiliane von Wolkenstein-Rodenegg of Harbour' },
  zh: { keys: '李伟', owner: '王芳', guest: '阿卜杜热合曼·买买提力江·艾尔肯（港口鞋业华东区仓储与物流中心）' }
}

/// `page` and `other` are browsers that know nobody. `look` gets the browser and a name for what it shows.
export async function everyPage(language, page, other, look) {
  const [keys, owner, guest] = Object.values(NAMES[language]).map(named)
  const { merchants: [{ merchantId: merchant, appid }, { merchantId: foreign }] } = demo
  const at = `/merchants/${merchant}`
  const show = async (browser, path, name) => {
    await browser.goto(path.startsWith('http') ? path : origin + path)
    await look(browser, name)
  }
  const invite = async (browser, path, name) => {
    await browser.goto(origin + path)
    await browser.locator('form[action$="/invite"] [name=name]').fill(name)
    const roles = browser.locator('[name=role]')
    await roles.selectOption({ index: await roles.locator('option').count() - 1 })
    await send(browser, `${path}/invite`)
  }

  await show(other, '/sign-in', 'sign-in')
  await signIn(other, owner)
  await look(other, 'sign-in-wrong')
  const ownerLink = await invited(owner, 'owner', at)
  await show(other, ownerLink.url, 'link-new')
  await choosePassword(other, 'passwordpassword')
  await send(other, '/link')
  await look(other, 'link-new-refused')
  await accept(other, ownerLink)
  await look(other, 'places-one')
  await show(other, '/account', 'account')
  await show(other, '/prove', 'prove')
  await show(other, `/merchants/${foreign}/people`, 'failure-403')
  await show(other, '/nothing', 'failure-404')

  await accept(page, await invited(keys, 'keys', '/platform'))
  await look(page, 'second-factor')
  await giveCode(page, '000000')
  await look(page, 'second-factor-refused')
  const { key } = await setUpFactor(page)
  await look(page, 'recovery-codes')
  for (const [role, place] of [['owner', at], ['programmer', `/applications/${appid}`]]) {
    await page.goto((await invited(keys, role, place)).url)
    await look(page, `link-accept-${role}`)
    await send(page, '/link')
  }
  await look(page, 'places')
  await signIn(await signedOut(page), keys)
  await look(page, 'code')
  await giveCode(page, '000000')
  await look(page, 'code-refused')
  await giveCode(page, code(key, 1))
  await show(page, '/account', 'account-with-factor')
  await show(page, '/account/password', 'password')
  await choosePassword(page, 'seven quiet lamps', 'seven quiet lambs')
  await send(page, '/account/password')
  await look(page, 'password-refused')
  await show(page, '/prove', 'prove-with-code')
  await page.locator('[name=password]').fill('seven quiet lambs')
  await giveCode(page, '000000')
  await look(page, 'prove-refused')

  await invite(page, '/platform/people', guest)
  await look(page, 'platform-with-link')
  await page.locator('form[action$="/reset"] [name=name]').fill('Nobody at all')
  await send(page, '/platform/people/reset')
  await look(page, 'platform-refused')
  await invite(page, `/applications/${appid}/people`, guest)
  await look(page, 'application-with-link')
  await invite(page, `${at}/people`, guest)
  await look(page, 'merchant-with-link')
  const guestUrl = await page.locator('code.link').textContent()
  await show(page, `${at}/people`, 'merchant')

  await show(other, (await invited(keys, 'staff', at)).url, 'link-other')
  await show(other, (await linkFor(owner, 'reset')).url, 'link-reset')
  await show(other, (await linkFor(keys, 'factor-removal')).url, 'link-factor-removal')
  await show(other, `${origin}/link/${'x'.repeat(43)}`, 'link-unusable')
  await signedOut(other)
  await show(other, (await invited(owner, 'viewer', `/merchants/${foreign}`)).url, 'link-sign-in')
  await accept(other, { url: guestUrl })
  await operator('DELETE', `${at}/people/${await personId(guest)}`)
  await signIn(other, guest)
  await look(other, 'places-none')

  await signIn(await signedOut(page), keys)
  for (let i = 0; i < 5; i++) await giveCode(page, '000000')
  await look(page, 'code-ended')
  await signedOut(other)
  const answers = []
  other.on('response', response => answers.push(response.status()))
  for (let i = 0; i < 11; i++) await signIn(other, keys, 'seven quiet lambs')
  expect(answers).toContain(429)
  await look(other, 'sign-in-wait')
}

async function signedOut(page) {
  await page.goto(`${origin}/places`)
  await send(page, '/sign-out')
  return page
}
