// What writes the reference refuses to write half of it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { calls, description, request } from './.vitepress/reference/description.js'
import { rows } from './.vitepress/reference/fields.js'
import { clientStatement, languages, programWith, statement } from './.vitepress/reference/samples.js'
import { paths } from './.vitepress/reference/site.js'
import { chinese, english } from './.vitepress/reference/words.js'

test('every call has a page in both languages', () => {
  for (const words of [english, chinese]) {
    assert.deepEqual(paths(words).map(({ params }) => params.call), calls.map(({ slug }) => slug))
  }
})

test('a text without its Chinese stops the build, and is named', () => {
  chinese.translate('Nobody has translated this.')
  assert.throws(() => paths(chinese), /chinese\.yaml lacks texts.*\nNobody has translated this\./)
  chinese.missing.clear()
})

/// A comma in a text without quotes would end it.
test('every text and its Chinese are whole', () => {
  for (const file of ['chinese.yaml', 'operators-chinese.yaml']) {
    const texts = parse(readFileSync(new URL(`../server/src/main/resources/stockroom/http/docs/${file}`, import.meta.url), 'utf8'))
    assert.deepEqual(texts.filter(it => String(Object.keys(it)) !== 'en,zh'), [], file)
  }
})

/// The page at /docs shows more of them than the reference; the summaries of examples stay English there.
test('every text of the description has its Chinese', () => {
  JSON.stringify(description, (key, value) => {
    if (typeof value === 'string' && ['description', 'summary'].includes(key)) {
      chinese.translate(value)
    }
    return ['example', 'examples'].includes(key) ? undefined : value
  })
  description.tags.forEach(({ name }) => chinese.translate(name))
  assert.deepEqual([...chinese.missing], [])
})

test('a list is translated item by item', () => {
  assert.equal(chinese.translate('The colour.\n\n- The size.\n- The\n  quantity.'), '颜色。\n\n- 尺码。\n- 数量。')
  assert.equal(chinese.missing.size, 0)
})

test('the programs of docs/samples have the first call as the reference shows it', () => {
  for (const language of languages) {
    const text = statement(language, calls[0])
    assert.ok(programWith(language, text).includes(text.split('\n')[0]), language.title)
  }
})

test('every call has lines with the client of each language, which fit the page', () => {
  const clients = languages.filter(({ client }) => client)
  assert.equal(clients.length, 5)
  for (const language of clients) {
    for (const call of calls) {
      const lines = clientStatement(language, call).split('\n')
      assert.ok(lines.length <= 12 && lines.every(line => line.length <= 66), `${call.path} in ${language.title}: ${lines.join('\n')}`)
    }
  }
})

test('lines that are missing are named', () => {
  assert.throws(() => clientStatement(languages[1], { path: '/Stock/None' }), /WithClient\.java has no lines for \/Stock\/None/)
})

test('every call has a request to show', () => {
  for (const call of calls) {
    assert.doesNotMatch(JSON.stringify(request(call).value), /null/, call.path)
  }
})

test('a field shows its type, its bounds, its default and an example', () => {
  const schema = {
    type: 'object',
    required: ['size'],
    oneOf: [{ required: ['stock'] }, { required: ['delta'] }],
    properties: {
      size: { anyOf: [{ type: 'string', pattern: '^a|b$' }, { type: 'integer', minimum: 1, maximum: 1000 }] },
      stock: { type: ['integer', 'null'], minimum: 0, default: 5 },
      delta: { type: 'array', maxItems: 3, items: { type: 'object', properties: { state: { type: 'string', enum: ['on', 'off'] } } } }
    }
  }
  const found = rows(schema, { size: '38' }, { words: english, text: (field, name) => name })
  assert.deepEqual(found.map(({ depth, type, required, bounds, example }) => [depth, type, required, bounds, example]), [
    [0, 'string', '**required**', '1 to 1,000', '`"38"`'],
    [0, 'integer or null', 'this or `delta`', 'at least 0, default `5`', ''],
    [0, 'array of object', 'this or `stock`', 'up to 3 elements', ''],
    [1, 'string', 'optional', '`on`, `off`', '`"on"`']
  ])
})
