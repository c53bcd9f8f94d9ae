import type { OpenUnion } from './internal/open-union.js'
import type { CallOptions } from './options.js'

export interface ProductQuery extends CallOptions {
  /** True for products that have stock entries, false for those that have none; all by default. */
  readonly withStock?: boolean | undefined
  /** Further fields to return. */
  readonly fields?: readonly ProductField[] | undefined
}

export interface ProductPageQuery extends ProductQuery {
  /** Up to 100; 20 by default. */
  readonly pageSize?: number | undefined
}

export type ProductField = 'stockTotal' | 'updatedAt' | 'state'

/** A product in the product list. The last three fields are there if they were asked for. */
export interface Product {
  readonly id: number
  /** The item number. */
  readonly artNo: string
  /** The address of its first picture. */
  readonly pic: string
  /** The sum of its quantities. */
  readonly stockTotal?: number
  /** The last change of the product itself, without its stock. */
  readonly updatedAt?: string
  readonly state?: OpenUnion<'on_sale' | 'delisted'>
}

/** One page of the product list. */
export interface ProductPage {
  readonly totalPages: number
  readonly products: readonly Product[]
}

/** Everything the platform tells about a product. */
export interface ProductDetail {
  /** Comma-separated, as the names are, in the same order. */
  readonly categoryIdTree?: string | null
  readonly categoryNameTree?: string | null
  /** HTML. */
  readonly description: string
  readonly imgs: readonly string[]
  readonly price: number
  /** Store, item number and price, separated by `/`. */
  readonly outerId: string
  readonly picUrl: string
  readonly attributes?: readonly { readonly name: string; readonly value: string }[] | null
  readonly skus: readonly ProductSku[]
  readonly storeUrl: string
  readonly storeName: string
  readonly title: string
  readonly video?: string | null
}

/** One colour of a product; sizes and quantities are comma-separated, in the same order. */
export interface ProductSku {
  readonly color: string
  readonly size: string
  readonly stockNum?: string | null
  /** The picture of the colour. */
  readonly skuImg?: string | null
}

/** The outcome of publishing a fetched product in the bound store. */
export interface PublishResult {
  readonly pid: number
  /** Such as `tb`. */
  readonly platform: string
  readonly shopId: string
  readonly shopName: string
  readonly userId: string
  readonly userNick: string
  /** The published item; may be empty if publishing failed. */
  readonly itemId: string
  /** 1 published, 0 failed. */
  readonly status: 0 | 1
  readonly message?: string | undefined
}
