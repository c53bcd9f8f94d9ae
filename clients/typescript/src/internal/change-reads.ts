import type { Change, ChangePage, ChangePageQuery, HistoryQuery, Push } from '../changes.js'
import type { Calls } from './calls.js'
import { form } from './connection.js'
import { positionOf } from './feed-position.js'

const HISTORY_PAGE_SIZE = 100

type PushOfServer = Omit<Push, 'changes'> & {
  readonly changes: readonly (Omit<Change, 'pid'> & { readonly productid: number })[]
}

interface Page {
  readonly data: readonly PushOfServer[]
  readonly cursor?: string | null
  readonly more?: boolean
}

export async function changePage(
  calls: Calls, { cursor, limit = 100, wait = 0, signal }: ChangePageQuery
): Promise<ChangePage> {
  if (cursor === undefined || cursor === null) {
    const page = await calls.read<Page>('/Stock/Changes', { ...form({ limit: 1 }), signal }, ['data', 'cursor'])
    return { pushes: [], cursor: page.cursor!, more: false }
  }
  const { messages } = calls
  if (typeof cursor !== 'string' || cursor.trim() === '') {
    throw new TypeError(messages.invalid('cursor', String(cursor).trim() || messages.nothing, messages.cursor))
  }
  const { fields, last } = positionOf(cursor)
  const page = await calls.read<Page>(
    '/Stock/Changes', { ...form({ ...fields, limit, wait }), signal, wait }, ['data', 'cursor'])
  const isPassed = (page.data.at(-1)?.push ?? last) >= last
  return {
    pushes: page.data.filter(it => it.push > last).map(pushOf),
    cursor: isPassed ? page.cursor! : `${page.cursor} ${last}`,
    more: page.more ?? false
  }
}

export async function* history(
  calls: Calls, { pid, color, size, reference, signal }: HistoryQuery
): AsyncGenerator<Push, void, undefined> {
  let cursor: string | null | undefined
  do {
    const fields = { productid: pid, color, size, reference, cursor: cursor ?? undefined, limit: HISTORY_PAGE_SIZE }
    const page: Page = await calls.read<Page>('/Stock/History', { ...form(fields), signal }, ['data'])
    yield* page.data.map(pushOf)
    cursor = page.cursor
  } while (cursor)
}

function pushOf(push: PushOfServer): Push {
  return { ...push, changes: push.changes.map(({ productid, ...change }) => ({ pid: productid, ...change })) }
}
