/** One of these words; a newer server may have more. */
export type OpenUnion<T extends string> = T | (string & {})
