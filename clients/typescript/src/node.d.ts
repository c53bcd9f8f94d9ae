// Declares what stockroom.ts uses of Node besides the globals; @types/node would be the only further dependency of
// the build.
declare module 'node:crypto' {
  export function createHash(algorithm: 'md5' | 'sha256'): Hash
  export function randomUUID(): string
  interface Hash {
    update(text: string, encoding: 'utf8'): Hash
    digest(encoding: 'hex'): string
  }
}
