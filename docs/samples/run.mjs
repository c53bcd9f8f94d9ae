// Makes the program that the reference shows for each call and language, and runs it against the demonstration of
// DEMO_FILE. Every answer must be a success with the described fields. Then it runs the program that makes all
// calls with the client of the language, and the programs of docs/recipes.md.
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { calls, docs, successBody } from '../.vitepress/reference/description.js'
import { languages, programWith, statement } from '../.vitepress/reference/samples.js'
import { runRecipes } from './recipes.mjs'

const TURN = 2_100 // milliseconds between two writes of a merchant
const run = promisify(execFile)
const demo = JSON.parse(readFileSync(process.env.DEMO_FILE))
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

/// Each language has commands that build the programs of docs/recipes.md in a folder, and then the command of its trial.
const trials = {
  'C#': folder => csharp(folder, ...['StockSync', 'StockCopy', 'ShopSync', 'SyncTrial'].map(it => join(samples, `sync/${it}.cs`))),
  PHP: () => [['php', join(samples, 'sync/sync-trial.php')]],
  Python: () => withClient.Python('', join(samples, 'sync/sync_trial.py'))
}

const environment = ({ appid, secret, accesstoken, productWithStock, shopId }) => ({
  ...process.env, STOCKROOM_ADDRESS: demo.baseUrl, STOCKROOM_APPID: appid, STOCKROOM_SECRET: secret, STOCKROOM_TOKEN: accesstoken,
  STOCKROOM_PRODUCT: String(productWithStock), STOCKROOM_SHOP: shopId
})

/// Runs the commands of a program. What the last one prints must end with `expected`.
async function runProgram(commands, merchant, expected) {
  let printed = ''
  for (const [command, ...args] of commands) {
    printed = (await run(command, args, { env: environment(merchant) })).stdout
  }
  if (!printed.endsWith(expected)) {
    throw new Error(`${commands.at(-1).join(' ')} printed:\n${printed}\n(expected at its end: ${expected})`)
  }
}

/// Runs the programs of docs/recipes.md in a language.
async function runTrials(language, merchant, other) {
  const inFolder = mkdtempSync(join(folder, 'recipes-'))
  const commands = trials[language.title](inFolder)
  await runProgram(commands.slice(0, -1), merchant, '')
  const merchants = [merchant, other].map(it => ({ ...it, baseUrl: demo.baseUrl }))
  await runRecipes(commands.at(-1), inFolder, merchants, (command, expected) => runProgram([command], merchant, expected), environment)
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
  const { productWithStock, shopId } = merchant
  const env = environment(merchant)
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
        const commands = withClient[language.title](mkdtempSync(join(folder, 'client-')), join(samples, language.client))
        await runProgram(commands, merchant, 'followed\n')
        console.log(`samples: ${calls.length} calls with the client in ${language.title}`)
      }
      if (trials[language.title]) {
        await runTrials(language, merchant, demo.merchants[(i + 1) % demo.merchants.length])
        console.log(`samples: the recipes in ${language.title}`)
      }
      merchant.turn = new Promise(done => setTimeout(done, TURN))
    }
  }))
} finally {
  rmSync(folder, { recursive: true })
}
