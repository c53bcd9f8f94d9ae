import { createHash } from 'node:crypto'

/** Signs calls by the machine's clock, which a response of the server may correct. */
export class Signer {
  readonly #secret: string
  readonly #token: string
  readonly #clock: () => number
  /** The seconds that are added to the clock. */
  #offset = 0

  constructor(readonly appid: string, secret: string, token: string, clock: () => number) {
    this.#secret = secret
    this.#token = token
    this.#clock = clock
  }

  headers(): Record<string, string> {
    const timestamp = String(this.#seconds() + this.#offset)
    // the interface prescribes MD5
    const sign = createHash('md5').update(this.#secret + timestamp, 'utf8').digest('hex').toUpperCase()
    return { appid: this.appid, timestamp, sign, accesstoken: this.#token }
  }

  /** Continues with the time of the server, in milliseconds; returns the offset. */
  setTime(server: number): number {
    this.#offset = Math.floor(server / 1000) - this.#seconds()
    return this.#offset
  }

  /** Identifies the application and the account; does not reveal the token. */
  fingerprint(): string {
    return createHash('sha256').update(`${this.appid}\n${this.#token}`, 'utf8').digest('hex')
  }

  #seconds(): number {
    return Math.floor(this.#clock() / 1000)
  }
}
