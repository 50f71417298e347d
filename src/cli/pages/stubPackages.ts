import type { Plugin } from 'vite'

/** What a stand-in does that must never be called. */
const unused = `throw new Error('This is left out of the build: src/cli/pages/stubPackages.ts')`

/**
 * What packages of packages bring and no page needs, and the little that stands there instead. Some imitate functions
 * every browser we build for has, with trees of packages of their own; the others serve what the office has its own of:
 * guessed labels (every label has its text in `locales`), react-admin's way of exporting a list (`src/engine/export/ui`).
 */
const standIns: Readonly<Record<string, string>> = {
  'object.entries': 'module.exports = Object.entries',
  hasown: 'module.exports = Object.hasOwn',
  diacritic: String.raw`export const clean = (text) => text.normalize('NFD').replace(/\p{Diacritic}/gu, '')`,
  inflection: ['capitalize', 'humanize', 'inflect', 'pluralize', 'singularize', 'transform']
    .map((name) => `export const ${name} = (text) => text`)
    .join('\n'),
  // Only `withTheme` of Emotion asks for it, which nobody uses.
  'hoist-non-react-statics': 'export default (target) => target',
  // Themes of MUI whose colours are CSS variables: ours are made anew for light and dark (`layout/muiTheme.ts`).
  './createThemeWithVars.mjs': `export const createGetCssVar = () => {}; export default () => { ${unused} }`,
  './ThemeProviderWithVars.mjs': ['CssVarsProvider', 'useColorScheme', 'getInitColorSchemeScript']
    .concat('Experimental_CssVarsProvider')
    .map((name) => `export const ${name} = () => { ${unused} }`)
    .join('\n'),
  // The variant of inputs that no page uses.
  './FilledInput.mjs': `export default () => { ${unused} }`,
  // react-admin reads and writes flat values alone: `?filter=…&page=2`.
  'query-string': String.raw`
const escape = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => '%' + sign.charCodeAt(0).toString(16).toUpperCase())
export const parse = (search) => Object.fromEntries(new URLSearchParams(search))
export const stringify = (values) => Object.keys(values).sort().filter((name) => values[name] !== undefined)
  .map((name) => escape(name) + (values[name] === null ? '' : '=' + escape(values[name]))).join('&')`,
  'jsonexport/dist/index.js': `export default () => { ${unused} }`,
}

/**
 * Puts the stand-ins in the place of such packages: about 20 kB less for whoever opens the first page. React Router names
 * its development build alone, which warns in the browser's console.
 */
export function standInPackages(): Plugin {
  return {
    name: 'stand-ins',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source in standIns) return `\0stand-in:${source}`
      if (!/^react-router(\/dom)?$/.test(source)) return null
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      return resolved && { ...resolved, id: resolved.id.replace('/dist/development/', '/dist/production/') }
    },
    load: (id) => (id.startsWith('\0stand-in:') ? standIns[id.slice('\0stand-in:'.length)] : null),
  }
}
