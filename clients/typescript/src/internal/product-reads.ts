import type { Product, ProductPage, ProductQuery } from '../products.js'
import type { Calls } from './calls.js'
import { form } from './connection.js'
import { normalized, several } from './text.js'

const MAX_PER_REQUEST = 100

export async function* products(
  calls: Calls, query: ProductQuery, artNos: readonly string[] = []
): AsyncGenerator<Product, void, undefined> {
  for (let page = 1, isLast = false; !isLast; page++) {
    const { totalPages, products } = await productPage(calls, page, MAX_PER_REQUEST, query, artNos)
    yield* products
    isLast = page >= totalPages || products.length === 0
  }
}

export async function* productsByArtNo(
  calls: Calls, artNos: Iterable<string>, query: ProductQuery
): AsyncGenerator<Product, void, undefined> {
  // a blank one would be all products
  const wanted = [...new Set(several('artNos', artNos, calls.messages))].filter(normalized)
  while (wanted.length > 0) {
    yield* products(calls, query, wanted.splice(0, MAX_PER_REQUEST))
  }
}

export async function productPage(
  calls: Calls, page: number, pageSize: number, { withStock, fields = [], signal }: ProductQuery,
  artNo: readonly string[] = []
): Promise<ProductPage> {
  const request = form({ page, pageSize, stock: withStock, artNo, fields: fields.join() || undefined })
  const { totalPages, data } = await calls.read<{ totalPages: number; data: readonly Product[] }>(
    '/Stock/Product', { ...request, signal }, ['totalPages', 'data'])
  return { totalPages, products: data }
}
