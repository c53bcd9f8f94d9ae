// Runs the programs of docs/recipes.md with a client: those that push a table, copy all stock and follow its changes,
// and keep a shop in step.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'

const PATIENCE = 60_000 // milliseconds until a program prints what is expected

/// @param program the command of the language's trial
/// @param run runs a command as a merchant, and compares what it prints
/// @param environment has the address and a merchant's credentials
export async function runRecipes(program, folder, merchants, run, environment) {
  if (!program.at(-1).endsWith('.py')) { // docs/recipes.md shows none in Python
    await run([...program, 'table', join(folder, 'sent.json')], '2\n0\n1\n')
  }
  await run([...program, 'shop', join(folder, 'shop.db')], '0\n1\n0\nSTOCK_CHANGED_MEANWHILE\n1\n8 8, 10 10\n')
  await copyAndFollow([...program, 'copy', join(folder, 'copy.db')], merchants, environment)
}

/// Kills the program, which must continue where it stopped, and gives it a cursor of another merchant.
async function copyAndFollow(command, [merchant, other], environment) {
  const first = start(command, environment(merchant))
  await first.prints(/^copied \d+ products/)
  await setStock(merchant, 41)
  await first.prints(/ red 36: 41$/)
  await first.end()
  await setStock(merchant, 42)
  const second = start(command, environment(merchant))
  await second.prints(/ red 36: 42$/)
  await second.end()
  if (second.lines.length > 1) {
    throw new Error(`${command.join(' ')} does not continue where it stopped:\n${second.lines.join('\n')}`)
  }
  const third = start(command, environment(other))
  await third.prints(/^copied \d+ products/)
  await third.end()
}

function start([file, ...args], env) {
  const program = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise(done => program.on('exit', done))
  const lines = []
  createInterface(program.stdout).on('line', line => lines.push(line))
  const end = () => {
    program.kill('SIGKILL')
    return ended
  }
  const prints = async expected => {
    const until = Date.now() + PATIENCE
    while (!lines.some(line => expected.test(line))) {
      if (program.exitCode !== null || Date.now() > until) {
        program.kill('SIGKILL')
        throw new Error(`${[file, ...args].join(' ')} printed:\n${lines.join('\n')}\n(expected: ${expected})`)
      }
      await sleep(100)
    }
  }
  return { lines, prints, end }
}

/// Waits for a turn.
async function setStock(merchant, stock) {
  const { baseUrl, appid, secret, accesstoken, productWithStock: pid } = merchant
  const timestamp = String(Math.floor(Date.now() / 1000))
  const sign = createHash('md5').update(secret + timestamp, 'utf8').digest('hex').toUpperCase()
  const response = await fetch(`${baseUrl}/Stock/Creat`, {
    method: 'POST',
    headers: { appid, timestamp, sign, accesstoken, 'Content-Type': 'application/json' },
    body: JSON.stringify([{ pid, color: 'red', param: [{ size: '36', stock }] }])
  })
  const answer = await response.json()
  if (answer.code === 'CREATE_TOO_SOON') {
    await sleep(1000 * Number(response.headers.get('Retry-After')))
    return setStock(merchant, stock)
  }
  if (!answer.success) {
    throw new Error(`/Stock/Creat answered ${JSON.stringify(answer)}`)
  }
}
