// Installs the package, which test/build left in target/, in a clean folder, and uses it as a program would.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const client = fileURLToPath(new URL('..', import.meta.url))
const { name, version } = JSON.parse(readFileSync(join(client, 'package.json')))
const needsServer = { skip: !process.env.STOCKROOM_ADDRESS && 'needs STOCKROOM_ADDRESS and the credentials' }
const NODE_TYPES = ['--lib', 'es2022', '--types', 'node', '--typeRoots', join(client, 'node_modules/@types')]

let folder

function run(program, ...args) {
  try {
    return execFileSync(program, args, { cwd: folder, encoding: 'utf8', timeout: 300_000 })
  } catch (error) {
    throw new Error(`${program} ${args.join(' ')}\n${error.stdout}${error.stderr}`)
  }
}

/** Compiles with everything checked, the declarations of the package included. */
function compile(options, ...files) {
  const tsc = join(client, 'node_modules/.bin/tsc')
  const strict = ['--ignoreConfig', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022']
  run(tsc, ...strict, '--module', 'nodenext', ...options, ...files)
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'stockroom-client-'))
  writeFileSync(join(folder, 'package.json'), '{}')
  const tarball = join(client, `target/${name}-${version}.tgz`)
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', '--loglevel', 'error', tarball)
  cpSync(join(client, 'test/consumer'), folder, { recursive: true })
})

after(() => rmSync(folder, { recursive: true }))

test('the package has no dependencies, and what it needs', () => {
  const installed = JSON.parse(readFileSync(join(folder, 'package-lock.json'))).packages
  assert.deepEqual(Object.keys(installed), ['', `node_modules/${name}`])
  for (const file of ['README.md', 'README.zh.md', 'LICENSE', 'src/stockroom.ts', 'dist/stockroom.js.map']) {
    readFileSync(join(folder, 'node_modules', name, file))
  }
})

test('the version that is sent is that of the package', () => {
  const connection = readFileSync(join(client, 'src/internal/connection.ts'), 'utf8')
  assert(connection.includes(`VERSION = '${version}'`))
})

test('the types need nothing of Node but what the browser has, too', () => {
  writeFileSync(join(folder, 'plain.mts'), "export * from 'stockroom-client'\n")
  compile(['--noEmit'], 'plain.mts')
})

test('programs import and require the same classes', needsServer, () => {
  compile(NODE_TYPES, 'program.mts', 'program.cts')
  assert.equal(run(process.execPath, 'program.mjs'), 'true PRODUCT_UNKNOWN true\n')
  assert.equal(run(process.execPath, 'program.cjs'), 'true\n')
})

for (const readme of ['README.md', 'README.zh.md']) {
  test(`the code of ${readme} runs`, needsServer, () => {
    const blocks = readFileSync(join(client, readme), 'utf8').matchAll(/^```ts\n(.*?)^```/gms)
    const [first, ...rest] = [...blocks].map(([, code]) => code)
    const program = [
      first, 'const start = (await stockroom.changePage()).cursor', ...rest,
      "async function store(): Promise<never> { console.log('stored'); process.exit() }",
      'await follow(start, AbortSignal.timeout(60_000))'
    ]
    const source = program.join('\n').replace('store(changes.cursor)', 'store()')
    writeFileSync(join(folder, 'readme.mts'), source)
    compile(NODE_TYPES, 'readme.mts')
    const output = run(process.execPath, 'readme.mjs')
    assert.match(output, /^4 entries, 4 written$/m)
    assert.match(output, /^STOCK_BELOW_ZERO 5$/m)
    assert.match(output, /^PRODUCT_UNKNOWN .+$/m)
    assert.match(output, /^stored\n$/m)
  })
}
