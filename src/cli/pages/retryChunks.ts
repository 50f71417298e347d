import { join } from 'node:path'
import type { Plugin } from 'vite'

const loadPart = join(import.meta.dirname, '../../engine/ui/chunks/loadChunk.ts')
const imported = /\bimport\(\s*(["'`][^"'`]+["'`])\s*\)/g

/**
 * Puts every part that the pages load later through `loadPart`, which waits for the network and for nobody's attention:
 * a rule that a new page cannot forget.
 */
export function waitForParts(): Plugin {
  return {
    name: 'wait-for-parts',
    apply: 'build',
    transform: {
      // The texts that come with a page are parts of it as well.
      filter: { id: /\/(?:src\/.*\/ui\/.*|locales\/texts)\.tsx?$/, code: /\bimport\(/ },
      handler(code) {
        const waiting = code.replace(imported, (_, path: string) => `__loadPart(() => import(${path}))`)
        return waiting === code
          ? null
          : { code: `import { loadPart as __loadPart } from ${JSON.stringify(loadPart)};\n${waiting}`, map: null }
      },
    },
  }
}
