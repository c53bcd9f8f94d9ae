// A word that should be another is found in every kind of file that has Chinese in it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { chineseFiles, terms, unwantedTerms } from './terms.mjs'

const files = chineseFiles()

for (const [kind, file] of Object.entries({
  'a page': 'docs/zh/errors.md',
  'the texts of errors': 'docs/zh/errors.yaml',
  'a page in a folder': 'docs/zh/reference/index.md',
  'the texts of the theme': 'docs/.vitepress/chinese.js',
  'the words of the reference': 'docs/.vitepress/reference/words.js',
  'the texts of fields': 'docs/.vitepress/reference/texts.js',
  'the picture of the parts': 'docs/.vitepress/theme/Parts.vue',
  'the messages of a package': 'server/src/main/resources/stockroom/catalog/ledger/messages_zh.properties',
  'the texts of /docs': 'server/src/main/resources/stockroom/http/docs/chinese.yaml',
  'the texts of the operators': 'server/src/main/resources/stockroom/http/docs/operators-chinese.yaml',
  'the page at /docs': 'server/src/main/resources/stockroom/http/docs/page.js',
  'the description': 'server/src/main/resources/stockroom/http/openapi.yaml',
  'a sample of the contract': 'contract/undo/conflict-in-chinese.json',
  'a scenario of the clients': 'contract/client/scenarios/publish-result.json',
  'the Java client': 'clients/java/src/main/java/stockroom/client/StockroomClient.java',
  'the Python client': 'clients/python/stockroom/_messages.py',
  'the C# client': 'clients/csharp/src/Stockroom.Client/Internal/Messages.cs',
  'the PHP client': 'clients/php/src/Internal/Messages.php',
  'the TypeScript client': 'clients/typescript/src/internal/messages.ts',
  'the guide of a client': 'clients/python/README.md',
  'the command line': 'cli/src/main/java/stockroom/cli/Main.java'
})) {
  test(`${kind} is read, and each word that should be another is found in it`, () => {
    assert.ok(files.includes(file), file)
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
    assert.deepEqual(unwantedTerms(file, text), [])
    for (const { term, refused } of terms()) {
      for (const word of refused) {
        const found = unwantedTerms(file, `${text}\n${word}`)
        assert.ok(found.some(it => it.includes(` says ${word} (expected: ${term},`)), `${word}: ${found}`)
      }
    }
  })
}

test('no word is wanted and refused at once', () => {
  const refused = terms().flatMap(it => it.refused)
  for (const { term } of terms()) {
    assert.deepEqual(refused.filter(word => term.includes(word)), [], term)
  }
})

test('a line that has no reason is an error', () => {
  assert.throws(() => terms('响应 not 应答'), /expected: word not others: why/)
})
