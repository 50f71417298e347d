import type { Plugin } from 'vite'

const imports = /^import \{([^}]*)\} from 'react-admin'/gm

/**
 * Has a module that needs of react-admin nothing but its core load the core alone, which is the same module: outside of a bundle
 * everything else of the package would be read too, three seconds in each test file.
 */
export function coreAlone(): Plugin {
  let inCore: Promise<ReadonlySet<string>> | undefined
  return {
    name: 'core-alone',
    enforce: 'pre',
    async transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes("from 'react-admin'")) return undefined
      const names = await (inCore ??= import('ra-core').then((core) => new Set(Object.keys(core))))
      return code.replace(imports, (statement: string, list: string) => {
        const values = list
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
        return values.every((name) => names.has(name)) ? statement.replace("'react-admin'", "'ra-core'") : statement
      })
    },
  }
}
