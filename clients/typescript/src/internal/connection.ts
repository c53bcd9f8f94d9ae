import { UnavailableError } from '../errors.js'
import type { EventLog } from './event-log.js'
import type { FetchResponse } from '../options.js'
import { Reply } from './reply.js'
import type { Settings } from './settings.js'
import type { Signer } from './signer.js'
import { onAbort } from './wait.js'

export const VERSION = '0.1.0'
const USER_AGENT = `stockroom-client-typescript/${VERSION} Node/${process.versions.node}`
/** In bytes; the largest stock list has a tenth of that. */
const MAX_RESPONSE = 64 << 20
const TOO_LARGE = 'RESPONSE_TOO_LARGE'
/** The codes of Node where a request was not sent. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

export interface Request {
  readonly body: string
  readonly type: string
  readonly headers?: Record<string, string>
  /** The seconds for which the server is asked to wait before it responds. */
  readonly wait?: number
  readonly signal?: AbortSignal | undefined
}

type FormValue = string | number | boolean | readonly string[] | undefined

export function form(fields: Record<string, FormValue>): Request {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    for (const each of value === undefined ? [] : [value].flat()) {
      body.append(name, String(each))
    }
  }
  return { body: body.toString(), type: 'application/x-www-form-urlencoded' }
}

export function json(value: unknown): Request {
  return { body: JSON.stringify(value), type: 'application/json' }
}

/** Sends signed requests, each in one attempt. */
export class Connection {
  constructor(readonly settings: Settings, readonly signer: Signer, readonly events: EventLog) {}

  /** Sends a request once, or twice if the server refused its time, which corrects the clock. */
  async attempt(path: string, request: Request): Promise<Reply> {
    const reply = await this.#send(path, request)
    const date = Date.parse(reply.header('Date'))
    if (reply.body?.code !== 'TIMESTAMP_EXPIRED' || Number.isNaN(date)) {
      return reply
    }
    this.events.clockCorrected(this.signer.setTime(date))
    return this.#send(path, request)
  }

  async #send(path: string, request: Request): Promise<Reply> {
    const begun = performance.now()
    const reply = await this.#exchange(path, request)
    this.events.response(path, reply.status, reply.requestId, performance.now() - begun)
    for (const { at = '', msg = '' } of reply.body?.warnings ?? []) {
      this.events.warning(path, at, msg)
    }
    return reply
  }

  async #exchange(path: string, { body, type, headers, wait = 0, signal }: Request): Promise<Reply> {
    signal?.throwIfAborted()
    const { address, language, messages } = this.settings
    const timeout = this.settings.timeout + wait * 1000
    const controller = new AbortController()
    const abort = () => controller.abort()
    const timer = setTimeout(abort, timeout)
    const stop = onAbort(signal, abort)
    try {
      const response = await this.settings.fetch(address + path, {
        method: 'POST',
        headers: {
          ...this.signer.headers(),
          'Content-Type': type,
          Accept: 'application/json',
          'Accept-Language': language,
          'User-Agent': USER_AGENT,
          ...headers
        },
        body,
        redirect: 'manual',
        signal: controller.signal
      })
      return new Reply(response, await textOf(response))
    } catch (error) {
      signal?.throwIfAborted()
      throw this.#unavailable(error, controller.signal.aborted ? messages.late(timeout / 1000) : undefined)
    } finally {
      clearTimeout(timer)
      stop()
    }
  }

  #unavailable(error: unknown, late: string | undefined): UnavailableError {
    const { address, messages } = this.settings
    // fetch wraps what went wrong
    const why = ((error as Error | undefined)?.cause ?? error) as { message?: string; code?: string } | undefined
    const code = why?.code ?? ''
    // no further attempt fixes a certificate, while a broken handshake may be a gateway that restarts
    const isCertificateRefused = /CERT|LEAF_SIGNATURE/.test(code)
    const perhapsDone = !NOT_SENT.includes(code) && !isCertificateRefused
    const text = late ?? (why?.message || code)
    const reason = perhapsDone ? messages.lost(address, text) : messages.notConnected(address, text)
    const temporary = !isCertificateRefused && code !== TOO_LARGE
    return new UnavailableError({ reason, perhapsDone, temporary }, { cause: error })
  }
}

/** Reads the body piece by piece, so that an endless one does not fill the memory. A program's own may have no pieces. */
async function textOf(response: FetchResponse): Promise<string> {
  const { body } = response as { body?: AsyncIterable<Uint8Array> | null }
  if (!body?.[Symbol.asyncIterator]) {
    return response.text()
  }
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > MAX_RESPONSE) {
      throw Object.assign(new Error(`a response of more than ${MAX_RESPONSE} bytes`), { code: TOO_LARGE })
    }
    pieces.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}
