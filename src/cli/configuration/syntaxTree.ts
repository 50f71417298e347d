/** The syntax tree of a file, and the few things that are asked of it. */
import { parseSync } from 'vite'
import { lineAt, type LocatedProblem } from './sources.ts'

/** Any node; which properties there are follows from its type. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [property: string]: unknown
}

/** A file that was read as TypeScript. */
export interface ParsedFile {
  readonly path: string
  readonly text: string
  readonly body: readonly Node[]
  readonly problems: readonly LocatedProblem[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The nodes right inside a node. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

/** Every node of a file, outermost first. */
export function nodesOf(file: ParsedFile): Node[] {
  const all: Node[] = []
  const visit = (node: Node): void => {
    all.push(node)
    childrenOf(node).forEach(visit)
  }
  file.body.forEach(visit)
  return all
}

/** The name of a property as it is written. */
export function keyOf(property: Node): string | null {
  const key = property['key'] as Node | undefined
  if (!key || property['computed']) return null
  return key.type === 'Identifier' ? (key['name'] as string) : String(key['value'])
}

/**
 * The place to look at: where something is expected and the line is over, what is missing belongs to the end of the
 * line before.
 */
function placeOf(text: string, offset: number): number {
  const before = text.slice(0, offset)
  const isFirstOfLine = /\n[ \t]*$/.test(before)
  return isFirstOfLine ? before.replace(/(?:\s|\/\/[^\n]*(?=\n)|\/\*(?:(?!\*\/)[\s\S])*\*\/)+$/, '').length : offset
}

interface SyntaxError {
  readonly message: string
  readonly labels: readonly { readonly start: number }[]
}

function syntaxProblem(path: string, text: string, { message, labels }: SyntaxError): LocatedProblem {
  const offset = labels[0]?.start ?? 0
  const isMissing = /^Expected|Unexpected token|but found/.test(message)
  const line = lineAt(text, isMissing ? placeOf(text, offset) : offset)
  return {
    code: 'C100',
    file: path,
    line,
    where: '',
    what: `This is no TypeScript: ${message}.`,
    how: 'Look for a comma, quote or bracket that is missing or too many.',
  }
}

function repeatedKeys(file: ParsedFile): LocatedProblem[] {
  const objects = nodesOf(file).filter(({ type }) => type === 'ObjectExpression')
  return objects.flatMap((object) => {
    const properties = (object['properties'] as Node[]).filter(({ type }) => type === 'Property')
    const keys = properties.map(keyOf)
    return properties
      .filter((_, index) => keys[index] !== null && keys.indexOf(keys[index]!) < index)
      .map((property) => ({
        code: 'C104',
        file: file.path,
        line: lineAt(file.text, property.start),
        where: '',
        what: `${keyOf(property)} is said twice, so the first counts for nothing.`,
        how: 'Keep one of the two.',
      }))
  })
}

const parsed = new Map<string, ParsedFile>()

/** Reads a file as TypeScript. What was read once is kept. */
export function parseFile(path: string, text: string): ParsedFile {
  const known = parsed.get(path)
  if (known?.text === text) return known
  const { program, errors } = parseSync(path, text)
  const body = program.body as unknown as Node[]
  const broken = errors.slice(0, 1).map((error) => syntaxProblem(path, text, error))
  const file: ParsedFile = { path, text, body, problems: broken }
  const whole: ParsedFile = broken.length > 0 ? file : { ...file, problems: repeatedKeys(file) }
  parsed.set(path, whole)
  return whole
}
