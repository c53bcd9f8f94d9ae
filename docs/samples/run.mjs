// Makes the program that the reference shows for each call and language, and runs it against the demonstration of
// target/demo.json. Every answer must be a success with the described fields. Then it runs the program that makes all
// calls with the client of the language.
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { calls, docs, successBody } from '../.vitepress/reference/description.js'
import { languages, programWith, statement } from '../.vitepress/reference/samples.js'

const TURN = 2_100 // milliseconds between two writes of a merchant
const run = promisify(execFile)
const demo = JSON.parse(readFileSync(join(docs, '../target/demo.json')))
const folder = mkdtempSync(join(tmpdir(), 'samples-'))
const jdk = process.env.JAVA_HOME ? `${process.env.JAVA_HOME}/bin/` : ''
const dotnet = join(docs, '../scripts/dotnet')
const interpreters = { curl: 'bash', Python: 'python3', PHP: 'php', JavaScript: 'node' }
const compilers = {
  Java: { compile: file => [`${jdk}javac`, file], run: file => [`${jdk}java`, '-XX:TieredStopAtLevel=1', '-cp', join(file, '..'), 'ProductList'] },
  'C#': {
    compile: file => {
      copyFileSync(join(docs, 'samples/csharp/ProductList.csproj'), join(dirname(file), 'ProductList.csproj'))
      return [dotnet, 'build', '-nologo', '-v', 'quiet', '-o', join(dirname(file), 'built'), dirname(file)]
    },
    run: file => [dotnet, join(dirname(file), 'built/ProductList.dll')]
  }
}

const samples = join(docs, 'samples')
const clients = join(docs, '../clients')
const jars = `${join(docs, '../cli/target/lib')}/*`
const project = join(samples, 'clients/WithClient.csproj')
const csharp = (folder, ...files) => [
  ['cp', project, ...files, folder],
  [dotnet, 'build', '-nologo', '-v', 'quiet', `-p:Client=${clients}/csharp/src/Stockroom.Client`, '-o', join(folder, 'built'), folder],
  [dotnet, join(folder, 'built/WithClient.dll')]
]

/// Each language has commands that build the program with the client in a folder, and run it.
const withClient = {
  Java: (folder, file) => [
    [`${jdk}javac`, '-cp', jars, '-d', folder, file],
    [`${jdk}java`, '-XX:TieredStopAtLevel=1', '-cp', `${jars}:${folder}`, 'WithClient']
  ],
  Python: (folder, file) => [['env', `PYTHONPATH=${clients}/python`, 'python3', '-B', file]],
  'C#': csharp,
  PHP: (folder, file) => [['php', file]],
  JavaScript: (folder, file) => [
    [join(docs, 'node_modules/.bin/esbuild'), file, '--bundle', '--platform=node', '--format=esm', '--log-level=error',
      `--alias:stockroom-client=${clients}/typescript/src/index.ts`, `--outfile=${folder}/with-client.mjs`],
    ['node', `${folder}/with-client.mjs`]
  ]
}

/// These do the same for the programs of docs/recipes.md that push a table.
const withTable = {
  'C#': folder => {
    const [copy, build, program] = csharp(folder, join(samples, 'sync/StockSync.cs'), join(samples, 'sync/SyncTrial.cs'))
    return [copy, build, [...program, join(folder, 'sent.json')]]
  },
  PHP: folder => [['php', join(samples, 'sync/sync-trial.php'), join(folder, 'sent.json')]]
}

/// Runs the commands of a program. What the last one prints must end with `expected`.
async function runProgram(commands, language, { appid, secret, accesstoken, productWithStock, shopId }, expected) {
  const env = {
    ...process.env, STOCKROOM_ADDRESS: demo.baseUrl, STOCKROOM_APPID: appid, STOCKROOM_SECRET: secret, STOCKROOM_TOKEN: accesstoken,
    STOCKROOM_PRODUCT: String(productWithStock), STOCKROOM_SHOP: shopId
  }
  let printed
  for (const [command, ...args] of commands(mkdtempSync(join(folder, 'client-')), join(samples, language.client))) {
    printed = (await run(command, args, { env })).stdout
  }
  if (!printed.endsWith(expected)) {
    throw new Error(`the program with the client in ${language.title} printed:\n${printed}\n(expected at its end: ${expected})`)
  }
}

/// Returns the command that makes a call. Compiled languages put all calls into one program, since compiling takes
/// most of the time.
async function commandOf(language, call, change, file) {
  const compiler = compilers[language.title]
  if (!compiler) {
    writeFileSync(file, programWith(language, statement(language, call, change)))
    return [interpreters[language.title], file]
  }
  const cases = calls.map(it => `case "${it.slug}": {\n${statement(language, it, change)}\nbreak; }`)
  const source = programWith(language, `switch (args[0]) {\n${cases.join('\n')}\n}`)
  if (language.compiled !== source) {
    writeFileSync(file, source)
    const [command, ...args] = compiler.compile(file)
    await run(command, args)
    language.compiled = source
  }
  return [...compiler.run(file), call.slug]
}

/// Makes all calls in a language, with a merchant's goods in place of those of the samples.
async function callAll(language, merchant) {
  const { appid, secret, accesstoken, productWithStock, shopId } = merchant
  const env = {
    ...process.env, STOCKROOM_ADDRESS: demo.baseUrl, STOCKROOM_APPID: appid, STOCKROOM_SECRET: secret, STOCKROOM_TOKEN: accesstoken
  }
  const values = { pid: productWithStock, pId: productWithStock, productid: productWithStock, productids: [productWithStock], shopId }
  const change = value => Array.isArray(value)
    ? value.map(change)
    : Object.fromEntries(Object.entries(value).map(([name, it]) => [name, values[name] ?? it]))
  const file = join(folder, language.title, basename(language.file))
  mkdirSync(join(folder, language.title))
  for (const call of calls) {
    const [command, ...args] = await commandOf(language, call, change, file)
    const expected = successBody(call).required
    if (expected.includes('push')) {
      await merchant.turn
    }
    const answer = JSON.parse((await run(command, args, { env })).stdout)
    if (!answer.success || !expected.every(name => name in answer)) {
      throw new Error(`${call.path} in ${language.title} answered ${JSON.stringify(answer)} (expected: success, with ${expected})`)
    }
    if (expected.includes('push')) {
      merchant.turn = new Promise(done => setTimeout(done, TURN))
      values.push = answer.push ?? values.push // to be undone later
    }
  }
}

try {
  // each merchant has its own turns, so merchants need not wait for each other
  await Promise.all(demo.merchants.map(async (merchant, i) => {
    for (const language of languages.filter((_, j) => j % demo.merchants.length === i)) {
      await callAll(language, merchant)
      console.log(`samples: ${calls.length} calls in ${language.title}`)
      if (language.client) {
        await runProgram(withClient[language.title], language, merchant, 'followed\n')
        console.log(`samples: ${calls.length} calls with the client in ${language.title}`)
      }
      if (withTable[language.title]) {
        await runProgram(withTable[language.title], language, merchant, '2\n0\n1\n')
        console.log(`samples: a table pushed in ${language.title}`)
      }
      merchant.turn = new Promise(done => setTimeout(done, TURN))
    }
  }))
} finally {
  rmSync(folder, { recursive: true })
}
