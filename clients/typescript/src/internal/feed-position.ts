// A cursor of this client is the server's cursor and, in the middle of a page, a space and the number of the last push
// that was read. Where following began with `from`, that word stands in place of the server's cursor.
const FROM = 'from'

export function positionFrom(from: number | 'start'): string {
  return `${FROM} ${from}`
}

export function afterPush(cursor: string, push: number): string {
  return `${cursor.split(' ')[0]} ${push}`
}

export interface FeedPosition {
  /** What to ask the server for. */
  readonly fields: { cursor: string } | { from: string }
  /** The last push of the page that was read; 0 for none. */
  readonly last: number
}

export function positionOf(cursor: string): FeedPosition {
  const [, start = cursor, number = '0'] = /^(\S+) (\d{1,16}|start)$/.exec(cursor) ?? []
  return {
    fields: start === FROM ? { from: number } : { cursor: start },
    last: number === 'start' ? 0 : Number(number)
  }
}
