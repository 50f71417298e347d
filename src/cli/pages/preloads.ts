import type { Plugin } from 'vite'
import type { Preloads } from '#engine/declaration/answers/preloads.ts'

/** What a page of the office comes to, by what it opens. */
const openers: { readonly [Part in keyof Preloads]: string } = {
  office: '/src/app/ui/App.tsx',
  list: '/src/engine/records/ui/list/ConfiguredList.tsx',
}

interface Chunk {
  readonly type: 'chunk' | 'asset'
  readonly fileName: string
  readonly isEntry?: boolean
  readonly moduleIds?: readonly string[]
  readonly imports?: readonly string[]
}

type Bundle = Readonly<Record<string, Chunk>>

/** A file and all that it cannot run without. */
function withImports(bundle: Bundle, first: Chunk): Set<string> {
  const found = new Set<string>()
  const ahead = [first.fileName]
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (found.has(name)) continue
    found.add(name)
    ahead.push(...(bundle[name]?.imports ?? []))
  }
  return found
}

/**
 * Writes down which files the office and a list are made of (`preloads.json`): the server names them with the page, so
 * that a browser asks for all of them at once instead of finding out file by file.
 */
export function namePreloads(): Plugin {
  return {
    name: 'name-preloads',
    apply: 'build',
    generateBundle(_, output) {
      const bundle = output as unknown as Bundle
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
      const named = new Set<string>()
      const filesOf = (...opening: readonly (Chunk | undefined)[]): string[] =>
        opening.flatMap((chunk) => {
          if (!chunk) throw new Error('A file of the build that opens a page is not found by its module')
          const files = [...withImports(bundle, chunk)].filter((name) => !named.has(name))
          files.forEach((name) => named.add(name))
          return files.map((name) => `/${name}`)
        })
      const opens = (opener: string) => chunks.find(({ moduleIds }) => moduleIds?.some((id) => id.endsWith(opener)))
      // What the page itself names comes first here, too: it is what asks who is here.
      const entries = chunks.filter(({ isEntry }) => isEntry)
      const preloads: Preloads = {
        office: filesOf(...entries, opens(openers.office)),
        list: filesOf(opens(openers.list)),
      }
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) })
    },
  }
}
