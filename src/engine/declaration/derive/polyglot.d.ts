/** What we use of it; the package has no types. */
declare module 'node-polyglot' {
  export default class Polyglot {
    constructor(options: { readonly phrases: object; readonly locale: string; readonly allowMissing: boolean })
    t(key: string, values: Readonly<Record<string, unknown>>): string
    has(key: string): boolean
  }
}
