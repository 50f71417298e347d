/** From the way through declarations (`affiliate.fields.name.max`) to the line where it is written. */
import { type Files, importedAs } from './imports.ts'
import { lineAt } from './sources.ts'
import { keyOf, type Node, parseFile, type ParsedFile } from './syntaxTree.ts'

interface Spot {
  readonly file: ParsedFile
  readonly node: Node
}
/** How much of the way was found, and where that is. */
interface Found extends Spot {
  readonly steps: number
}

const wrappers = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'ParenthesizedExpression',
  'TSNonNullExpression',
  'SpreadElement',
])
const listOf = (value: unknown) => value as readonly Node[]

/** What a name stands for at the top of a file. */
function declarationOf(file: ParsedFile, name: string): Node | null {
  for (const node of file.body) {
    const declaration = (node['declaration'] ?? node) as Node
    if (declaration.type !== 'VariableDeclaration') continue
    const found = listOf(declaration['declarations']).find((each) => (each['id'] as Node)['name'] === name)
    if (found) return found
  }
  return null
}

/** Follows names and what only wraps a value to the value itself. */
function valueOf({ file, node }: Spot, files: Files, depth = 0): Spot {
  if (depth > 8) return { file, node }
  if (wrappers.has(node.type))
    return valueOf({ file, node: (node['expression'] ?? node['argument']) as Node }, files, depth + 1)
  if (node.type === 'VariableDeclarator' && node['init'])
    return valueOf({ file, node: node['init'] as Node }, files, depth + 1)
  if (node.type !== 'Identifier') return { file, node }
  const here = declarationOf(file, node['name'] as string)
  if (here) return valueOf({ file, node: here }, files, depth + 1)
  const imported = importedAs(file, node['name'] as string)
  const text = imported && files.text(imported.path)
  if (typeof text !== 'string' || imported === null || imported.path.startsWith('src/')) return { file, node }
  const other = parseFile(imported.path, text)
  const there = declarationOf(other, imported.name)
  return there ? valueOf({ file: other, node: there }, files, depth + 1) : { file, node }
}

/** How many elements stand in a list for one that is spread: those of the list it is made of. */
function elementsOf(node: Node, file: ParsedFile, files: Files): Spot[] {
  if (node.type === 'ArrayExpression') {
    return listOf(node['elements']).flatMap((each) =>
      each.type === 'SpreadElement' ? spreadElements(each, file, files) : [{ file, node: each }],
    )
  }
  const list =
    node.type === 'CallExpression'
      ? listOf(node['arguments']).find(({ type }) => type === 'ArrayExpression')
      : undefined
  return list ? elementsOf(list, file, files) : []
}

function spreadElements(node: Node, file: ParsedFile, files: Files): Spot[] {
  const value = valueOf({ file, node }, files)
  return elementsOf(value.node, value.file, files)
}

/** What words take first without a name for it. */
const firstArgument = new Set(['target', 'choices', 'items', 'name', 'kind'])

/** The places one step further, the likeliest first. */
function stepInto({ file, node }: Spot, step: string, files: Files): Spot[] {
  if (node.type === 'ObjectExpression') {
    const properties = listOf(node['properties'])
    const own = properties.findLast((each) => each.type === 'Property' && keyOf(each) === step)
    if (own) return [{ file, node: own }]
    return properties
      .filter(({ type }) => type === 'SpreadElement')
      .flatMap((each) => stepInto(valueOf({ file, node: each }, files), step, files))
  }
  if (node.type === 'CallExpression') {
    const given = listOf(node['arguments'])
    const inside = given.flatMap((each) => stepInto(valueOf({ file, node: each }, files), step, files))
    if (inside.length > 0) return inside
    if (step === 'values' && given[1]) return [{ file, node: given[1] }]
    return firstArgument.has(step) && given[0] ? [{ file, node: given[0] }] : []
  }
  const elements = elementsOf(node, file, files)
  if (/^\d+$/.test(step)) return elements.slice(Number(step), Number(step) + 1)
  return elements.filter((each) => each.node['value'] === step)
}

function walk(spot: Spot, steps: readonly string[], files: Files, done = 0): Found {
  const [step, ...rest] = steps
  const here = { ...spot, steps: done }
  if (step === undefined) return here
  const property = spot.node.type === 'Property' ? { file: spot.file, node: spot.node['value'] as Node } : spot
  const ways = stepInto(valueOf(property, files), step, files).map((next) => walk(next, rest, files, done + 1))
  return ways.reduce((best, way) => (way.steps > best.steps ? way : best), here as Found)
}

/** Where a way begins: the file and what it exports. */
export interface Origin {
  readonly path: string
  readonly name: string
  readonly steps: readonly string[]
}

/** Where something is written: the value as far as the way could be followed, and how much of the way that is. */
interface Place {
  readonly file: ParsedFile
  readonly node: Node
  readonly steps: number
}

/** The value of what is declared; null where its file does not begin the way. */
export function placeOf({ path, name, steps }: Origin, files: Files): Place | null {
  const text = files.text(path)
  const file = text === undefined ? null : parseFile(path, text)
  const start = file && declarationOf(file, name)
  if (!start) return null
  const found = walk({ file, node: start }, steps, files)
  const property = found.node.type === 'Property' ? { file: found.file, node: found.node['value'] as Node } : found
  return { ...valueOf(property, files), steps: found.steps }
}

/** The file and line of what is declared; as near as the way can be followed. */
export function locate({ path, name, steps }: Origin, files: Files): { file: string; line: number } {
  const text = files.text(path)
  if (text === undefined) return { file: path, line: 1 }
  const file = parseFile(path, text)
  const start = declarationOf(file, name)
  if (!start) return { file: path, line: 1 }
  const found = walk({ file, node: start }, steps, files)
  // What somebody lists leads to its own file, even where nothing of it can be followed further.
  const value =
    found.node.type === 'Property' && found.node['shorthand']
      ? valueOf({ file: found.file, node: found.node['value'] as Node }, files)
      : found
  return { file: value.file.path, line: lineAt(value.file.text, value.node.start) }
}
