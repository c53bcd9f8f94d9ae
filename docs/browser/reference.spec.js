// The pages of the calls hold what the description says, which is read here once more, in another way than they are written.
import { expect, test } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { file } from '../.vitepress/reference/description.js'
import { open } from './site.js'

const description = parse(readFileSync(file, 'utf8'))
const posts = Object.entries(description.paths).filter(([, { post }]) => post)
const address = ({ operationId }) => `/reference/${operationId.replace(/[A-Z]/g, letter => `-${letter}`).toLowerCase()}.html`

/// Every schema that a schema is made of, references followed.
function parts(schema, seen = new Set()) {
  if (schema === null || typeof schema !== 'object' || seen.has(schema)) {
    return []
  }
  seen.add(schema)
  const target = schema.$ref && schema.$ref.slice(2).split('/').reduce((at, name) => at[name], description)
  return [schema, ...[...Object.values(schema), target].flatMap(it => parts(it, seen))]
}

const requiredFields = body => Object.values(body?.content ?? {})
  .flatMap(({ schema }) => parts(schema))
  .flatMap(({ required, properties }) => (properties && Array.isArray(required) ? required : []))
  .filter(name => name !== 'list') // the other way to write the body of create stock

test('the page of a call has the required fields of the description, and all its codes', async ({ browser, baseURL }) => {
  // what is written, without what moves
  const page = await browser.newPage({ baseURL, javaScriptEnabled: false })
  for (const [path, { post }] of posts) {
    await page.goto(address(post))
    await expect(page.locator('.path')).toHaveText(`POST${path}`)
    const rows = await page.locator('.fields').nth(1).locator('tbody tr').evaluateAll(all =>
      all.map(row => [row.cells[0].textContent.trim(), row.cells[2].textContent.trim()]))
    for (const name of requiredFields(post.requestBody)) {
      expect(rows, path).toContainEqual([name, 'required'])
    }
    await expect(page.locator('a.try')).toHaveAttribute('href', `http://127.0.0.1:8080/docs#${post.operationId}`)
    const linked = await page.locator('.vp-doc a[href*="errors.html#"]').evaluateAll(links => links.map(link => link.hash.slice(1)))
    const refused = Object.values(post.responses).flatMap(({ content }) => Object.values(content['application/json'].examples))
    expect(refused.map(({ value }) => value.code).filter(code => code && !linked.includes(code)), path).toEqual([])
  }
  await page.close()
})

for (const [folder, words] of [['', ['required', 'optional']], ['zh/', ['必填', '可选']]]) {
  test(`whether a field is needed stands on one line in /${folder}reference/, and no sample is cut`, async ({ page }) => {
    let seen = 0
    for (const [, { post }] of posts) {
      await open(page, `/${folder}${address(post).slice(1)}`)
      const cells = page.locator('.fields td:nth-child(3)')
      const lines = await cells.evaluateAll(all => all.map(cell => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top / 8))
        return [cell.textContent.trim(), new Set(tops).size]
      }))
      const said = lines.filter(([text]) => words.includes(text))
      seen += said.length
      expect(said.filter(([, count]) => count > 1), post.operationId).toEqual([])
      const curl = await page.locator('.samples .vp-code-group').first().locator('pre').first().evaluate(it => {
        const code = it.querySelector('code')
        return {
          cut: [it.scrollWidth - it.clientWidth, it.scrollHeight - it.clientHeight],
          brokenLines: Math.round(code.getBoundingClientRect().height / parseFloat(getComputedStyle(code).lineHeight)) - code.textContent.trimEnd().split('\n').length
        }
      })
      expect(curl, `${post.operationId}: the curl sample`).toEqual({ cut: [0, 0], brokenLines: 0 })
    }
    expect(seen).toBeGreaterThan(30)
  })
}

test('the client comes first, then the request by hand', async ({ page }) => {
  for (const [folder, labels] of [['', ['With the client', 'By hand']], ['zh/', ['用客户端', '自己发送请求']]]) {
    await open(page, `/${folder}reference/create-stock.html`)
    const request = page.locator('.vp-code-group').first()
    await request.locator('.tabs label').getByText('PHP', { exact: true }).click()
    await expect(request.locator('.active p')).toHaveText(labels)
    await expect(request.locator('.active pre').first()).toContainText(`new StockEntry(pid: $pid, color: '${folder ? '红色' : 'red'}'`)
    await expect(request.locator('.active pre').last()).toContainText('/Stock/Creat')
  }
})

test('the language of the samples is chosen once, and copied as it stands', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, '/reference/undo-push.html')
  const request = page.locator('.vp-code-group').first()
  for (const language of ['Java', 'Python', 'C#', 'PHP', 'JavaScript', 'curl', 'Python']) {
    await request.locator('.tabs label').getByText(language, { exact: true }).click()
    await expect(request.locator('.blocks .active')).toContainText('/Stock/Undo')
  }
  await request.hover()
  const [withClient, byHand] = await request.locator('.active button.copy').all()
  await byHand.click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('print(call("/Stock/Undo", json={"push": 17, "all": True}, key=os.urandom(16).hex()))')
  await withClient.click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('stockroom.undo(push, all=True)')
  await open(page, '/zh/reference/list-products.html')
  await expect(page.locator('.vp-code-group').first().locator('.blocks .active')).toContainText('print(call("/Stock/Product"')
})
