import { nodesOf, keyOf, type Node, parseFile } from '#cli/configuration/syntaxTree.ts'
import { lineAt, type Sources } from '#cli/configuration/sources.ts'
import { ownersEdits } from './ownersEdits.ts'

/** A wrong edit of one file, and the line in which it is. */
export interface WrongEdit {
  readonly kind: 'option' | 'reference' | 'number' | 'comma' | 'import' | 'label' | 'placeholder' | 'owner'
  readonly path: string
  readonly line: number
  /** What was written there, and what is now. */
  readonly change: string
  readonly text: string
  /** The code that answers it, where one alone does. */
  readonly code?: string
}

interface Place {
  readonly start: number
  readonly end: number
}

/** A word with two letters exchanged: `required` becomes `rqeuired`. */
function misspelt(word: string): string {
  if (word.length < 3) return `${word}x`
  const exchanged = `${word[0]}${word[2]}${word[1]}${word.slice(3)}`
  return exchanged === word ? `${word.slice(0, -1)}x` : exchanged
}

/** A file's edits: each replaces one place. */
function editsOf(path: string, text: string) {
  const file = parseFile(path, text)
  const nodes = nodesOf(file)
  const replace = (kind: WrongEdit['kind'], { start, end }: Place, by: string): WrongEdit => ({
    kind,
    path,
    line: lineAt(text, start),
    change: `${text.slice(start, end) || ' '} -> ${by || 'nothing'}`,
    text: text.slice(0, start) + by + text.slice(end),
  })
  const imports = nodes.filter(({ type }) => type === 'ImportDeclaration')
  const types = nodes.filter(({ type }) => type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(type))
  const skipped = [...imports, ...types]
  const values = nodes.filter(
    (node) =>
      /^(Property|Literal)$/.test(node.type) &&
      !skipped.some(({ start, end }) => start <= node.start && node.end <= end),
  )
  const properties = values.filter(({ type }) => type === 'Property')
  return { nodes, imports, values, properties, replace }
}

/** Names that somebody is free to choose: another is no mistake. */
const freeNames = new Set(['prefix', 'path', 'title', 'renamedFrom', 'column', 'alsoCalled', 'continuedBy'])

/** Every option misspelt, and every name of something declared. */
function optionEdits(path: string, text: string): WrongEdit[] {
  const { properties, replace } = editsOf(path, text)
  return properties.map((property) => replace('option', property['key'] as Node, misspelt(keyOf(property)!)))
}

/** Every text that names something else, misspelt. */
function referenceEdits(path: string, text: string): WrongEdit[] {
  const { values, properties, replace } = editsOf(path, text)
  const keys = new Set(properties.map((property) => (property['key'] as Node).start))
  const isMenu = path === 'resources/menu.ts'
  const free = properties
    .filter(
      (property) =>
        freeNames.has(keyOf(property)!) && !isMenu && !(keyOf(property) === 'title' && path.startsWith('resources/')),
    )
    .map((property) => property['value'] as Node)
  const isFree = (at: number) => free.some(({ start, end }) => start <= at && at < end)
  const texts = values.filter(
    ({ type, value, start }) => type === 'Literal' && typeof value === 'string' && !keys.has(start) && !isFree(start),
  )
  return texts
    .filter(({ value }) => !/[ .]|^localhost$/.test(String(value)))
    .map((node) => {
      const written = String(node['value'])
      return replace('reference', node, `'${written.startsWith('#') ? written.slice(0, -1) : misspelt(written)}'`)
    })
}

/** Every number too large, and with decimals where there are none. */
function numberEdits(path: string, text: string): WrongEdit[] {
  const { values, replace } = editsOf(path, text)
  const numbers = values.filter(({ type, value }) => type === 'Literal' && typeof value === 'number')
  return numbers.flatMap((node) => [replace('number', node, '1e30'), replace('number', node, '0.123456')])
}

/** Every comma removed that parts two things. */
function commaEdits(path: string, text: string): WrongEdit[] {
  const { nodes, replace } = editsOf(path, text)
  const quoted = nodes.filter(({ type }) => /^(Literal|TemplateElement)$/.test(type))
  const comments = [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"])\/\/[^\n]*/g)].map(({ index, 0: comment }) => ({
    start: index,
    end: index + comment.length,
  }))
  const covered = [...quoted, ...comments]
  return (
    [...text.matchAll(/,/g)]
      .filter(({ index }) => !covered.some(({ start, end }) => start <= index && index < end))
      .filter(({ index }) => !/^,\s*(?:\/\/[^\n]*\s*)*[)\]}>]/.test(text.slice(index)))
      // A list of several lines after a text reads as a key of the text: its own end is where it stops making sense.
      .filter(({ index }) => !text.slice(index).startsWith(', [\n'))
      .map(({ index }) => replace('comma', { start: index, end: index + 1 }, ''))
  )
}

/** Every import of another file, and of another name. */
function importEdits(path: string, text: string): WrongEdit[] {
  const { imports, replace } = editsOf(path, text)
  const names = imports.flatMap((node) =>
    (node['specifiers'] as Node[]).filter(({ type }) => type === 'ImportSpecifier'),
  )
  return [
    ...imports
      .map((node) => node['source'] as Node)
      .map((source) =>
        replace('import', source, `'${String(source['value']).replace(/(\w)(\w)(\.ts)?$/, '$2$1$3')}x'`),
      ),
    ...names.map((node) =>
      replace('import', node['imported'] as Node, misspelt(String((node['imported'] as Node)['name']))),
    ),
  ]
}

/** Labels misspelt and removed. */
function labelEdits(path: string, text: string): WrongEdit[] {
  const { properties, replace } = editsOf(path, text)
  const labels = properties.filter((property) => (property['value'] as Node).type === 'Literal')
  return labels.flatMap((property) => {
    const after = /^\s*,/.exec(text.slice(property.end))?.[0].length ?? 0
    const removed = { ...replace('label', { start: property.start, end: property.end + after }, '') }
    return [replace('label', property['key'] as Node, misspelt(keyOf(property)!)), removed]
  })
}

/** Values that a text names, misspelt. */
function placeholderEdits(path: string, text: string): WrongEdit[] {
  const { properties, replace } = editsOf(path, text)
  return [...text.matchAll(/%\{(?!smart_count)(\w+)\}/g)].map(({ index, 1: name }) => ({
    ...replace('placeholder', { start: index + 2, end: index + 2 + name!.length }, misspelt(name!)),
    // A long text stands below its key, in whose line it is told.
    line: lineAt(text, properties.findLast(({ start, end }) => start <= index && index < end)!.start),
  }))
}

/** Of one change that many places take (a role, an option) the first place alone. */
function once(edits: readonly WrongEdit[]): WrongEdit[] {
  const seen = new Set<string>()
  return edits.filter(({ change }) => !seen.has(change) && seen.add(change))
}

/** Of many edits of one kind as many as there is time for, evenly. */
const every = <Item>(items: readonly Item[], step: number): Item[] => items.filter((_, index) => index % step === 0)

/** The wrong edits of a configuration, each of one file. */
export function wrongEdits(sources: Sources): WrongEdit[] {
  const declarations = [...sources].filter(([path]) => /^(resources|themes)\//.test(path))
  const themes = declarations.filter(([path]) => /(theme|index)\.ts$/.test(path))
  const resources = declarations.filter(([path]) => path.startsWith('resources/'))
  const labels = [...sources].filter(([path]) => /^locales\/..\/(?!index|reactAdmin|errors)/.test(path))
  const of = (files: readonly (readonly [string, string])[], edits: (path: string, text: string) => WrongEdit[]) =>
    files.flatMap(([path, text]) => edits(path, text))
  const all = [...resources, ...themes]
  // Fields of requests are called as the API calls them; nothing else that is declared speaks of them.
  const options = of(
    all.filter(([path]) => path !== 'resources/reportFiles.ts'),
    optionEdits,
  )
  return [
    ...once(options),
    ...once(of(all, referenceEdits)),
    ...of(
      all.filter(([path]) => path !== 'themes/index.ts'),
      numberEdits,
    ),
    ...once(of([...all, ...labels], importEdits)),
    ...of(all, commaEdits),
    ...every(of(labels, commaEdits), 10),
    ...every(of(labels, labelEdits), 80),
    ...every(of(labels, placeholderEdits), 20),
    ...ownersEdits(sources),
  ]
}
