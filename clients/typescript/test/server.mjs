import { once } from 'node:events'
import { createServer } from 'node:http'
import { Stockroom } from '../dist/index.mjs'

export const ENTRY = { pid: 7, color: 'red', size: 38, stock: 5 }
export const ONCE = { attempts: 1 }

/**
 * Starts a server that gives these responses, one after the other, and then no more: for what Stockroom itself never
 * does, or rarely. A response is a body, or a status with a body. The clients have a token of their own, and so a pace.
 */
export async function serving(t, ...responses) {
  const server = createServer(async (request, response) => {
    server.emit('asked')
    const next = responses.shift()
    if (next) {
      const { status = 200, body = next } = next
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close() && server.closeAllConnections())
  const address = `http://127.0.0.1:${server.address().port}`
  const token = t.name.replace(/\W/g, '')
  const client = options => new Stockroom({ address, appid: '1', secret: 's', token, ...options })
  return { server, client, address }
}
