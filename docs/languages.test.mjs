// What the comparison of both languages must find, tried on real pages: something is taken out of one of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageInChinese } from './chinese-samples.mjs'
import { differences, textOf } from './languages.mjs'

const english = textOf
const chinese = page => textOf(`zh/${page}`)

/// Takes out the first thing that looks so; there must be one.
function take(text, pattern, instead = '') {
  const taken = text.replace(pattern, instead)
  assert.notEqual(taken, text)
  return taken
}

for (const [what, page, pattern, expected, instead] of [
  ['a heading', 'errors.md', /^### SIGN_MISMATCH .*\n/m, 'docs/zh/errors.md lacks the heading: ### #SIGN_MISMATCH'],
  ['a section', 'errors.md', /^### PAGE_INVALID [^]*?(?=^###)/m, 'docs/zh/errors.md lacks the heading: ### #PAGE_INVALID'],
  ['a code block', 'quickstart.md', /^```sh\ncall \/Stock\/List[^]*?^```\n/m,
    'docs/zh/quickstart.md#set-stock-and-read-it-back lacks the code: sh call /Stock/List -d productid=$product'],
  ['a character of code', 'java-client.md', '.limit(10)', 'docs/zh/java-client.md#the-first-call lacks the code: java try', '.limit(9)'],
  ['a colour', 'quickstart.md', '"红色", "param": [{"size": "36-41", "stock": 12}, {"size": "42", "stock": 1}]',
    'docs/zh/quickstart.md#make-a-mistake-and-fix-it lacks the code: sh sleep 2', '"red", "param": [{"size": "36-41", "stock": 12}, {"size": "42", "stock": 1}]'],
  ['a message', 'limits.md', '"msg": "批量设置库存', 'docs/zh/limits.md#refusals lacks the code: json {"success": false, "code": "CREATE_TOO_SOON"', '"msg": "create stock'],
  ['a row with a code', 'limits.md', /^\| 撤销 \| `all`.*\n/m,
    'docs/zh/limits.md#what-a-field-may-contain lacks the row: `FLAG_INVALID` `all` `false` `true` 400'],
  ['a row without one', 'merchants.md', /^\| 删除你的.*\n/m,
    'docs/zh/merchants.md#what-an-application-may-do-with-your-token lacks the row: a row of 2 cells without a name or a number'],
  ['a field', 'interface.md', '`artNo`、', 'docs/zh/interface.md#every-request lacks the name: `artNo`'],
  ['a code', 'errors.md', '、`TOKEN_INVALID`', 'docs/zh/errors.md#codes-by-status lacks the name: `TOKEN_INVALID`'],
  ['a number', 'limits.md', '11,000 个颜色', 'docs/zh/limits.md#how-to-pace lacks the number: 11,000', '许多颜色'],
  ['a link', 'signing.md', '[快速入门](quickstart.md)', 'docs/zh/signing.md#a-working-program-in-your-language lacks the link to: docs/quickstart.md']
]) {
  test(`${what} that is missing in Chinese is found`, () => {
    const found = differences(page, english(page), take(chinese(page), pattern, instead))
    assert.ok(found.some(it => it.startsWith(expected)), found.join('\n'))
  })
}

test('what is missing in English is found as well', () => {
  for (const [page, pattern, expected] of [
    ['errors.md', /^### OVERLOADED .*\n/m, 'docs/errors.md lacks the heading: ### #OVERLOADED'],
    ['signing.md', /^\| `TOKEN_INVALID`.*\n/m, 'docs/signing.md#when-it-is-refused lacks the row: `TOKEN_INVALID`']
  ]) {
    const found = differences(page, take(english(page), pattern), chinese(page))
    assert.ok(found.includes(expected), found.join('\n'))
  }
})

test('headings in another order are found', () => {
  const swapped = take(chinese('signing.md'), /^(## 时钟[^]*)/m).replace(/^(?=## 分步计算)/m, '## 时钟 {#clocks}\n')
  assert.ok(differences('signing.md', english('signing.md'), swapped)[0].includes('another order of the heading'))
})

test('a link to the English page is found where there is a Chinese one', () => {
  const found = differences('signing.md', english('signing.md'), take(chinese('signing.md'), /\(errors\.md\)/, '(../errors.md)'))
  assert.ok(found.some(it => it.endsWith('docs/errors.md (there is one in Chinese)')), found.join('\n'))
})

test('a message that the server does not say is no sample', () => {
  assert.equal(messageInChinese('productids: 101 products (expected: at most 100 a request)'), 'productids：101 个商品（应为：每个请求最多 100 个）')
  assert.throws(() => messageInChinese('[0].color: it is blue'), /no message of the server is: \[0\]\.color: it is blue/)
})

test('comments of code may differ', () => {
  const other = take(chinese('quickstart.md'), /\{ # .*/, '{ # 别的注释')
  assert.deepEqual(differences('quickstart.md', english('quickstart.md'), other), [])
})
