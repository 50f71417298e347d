/** The syntax tree of a file, and the few things that are asked of it. */
import { parseSync } from 'oxc-parser'
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

/** What people type that is no TypeScript, each in a sentence of its own. */
const slips: readonly { readonly sign: RegExp; readonly what: string; readonly how: string }[] = [
  {
    sign: /[\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb\u00b4`]/,
    what: 'A quote is a curly one, as word processors write it.',
    how: "Type the straight one: 'text'.",
  },
  { sign: /:\s*-?\d+,\d+(?!\d*\])/, what: 'A decimal comma separates two values here.', how: 'Write a point: 0.5.' },
  { sign: /(?:^|[\s,])#/, what: 'A # begins no comment.', how: 'Write // before a comment.' },
  {
    sign: /\p{Extended_Pictographic}/u,
    what: 'An emoji stands outside of a text.',
    how: "Put it between quotes: '🎉'.",
  },
  {
    sign: /\u00a0|[\u2000-\u200d\ufeff]/,
    what: 'An invisible character stands here, such as one that was copied along.',
    how: 'Type the line again.',
  },
  {
    sign: /^\s*[A-Za-z]\w*[ \t]+[A-Za-z]\w*\s*:/,
    what: 'A name has no blanks.',
    how: 'Write it in one word: promoText.',
  },
  {
    sign: /^\s*[A-Za-z]\w*\s*=[^=>]/,
    what: 'A value follows its name after a colon.',
    how: "Write title: 'name', not title = 'name'.",
  },
  { sign: /;\s*(?:\/\/.*)?$/, what: 'A semicolon ends nothing inside of { … }.', how: 'Write a comma.' },
]

/** A line without what stands in its texts and comments. */
const bare = (line: string) => line.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "''").replace(/\/\/.*$/, '')

function syntaxProblem(path: string, text: string, { message, labels }: SyntaxError): LocatedProblem {
  const offset = labels[0]?.start ?? 0
  const isMissing = /^Expected|Unexpected token|but found/.test(message)
  const line = lineAt(text, isMissing ? placeOf(text, offset) : offset)
  const lines = text.split('\n')
  // Where something is expected, the slip may be in the line before.
  const slip = [line, lineAt(text, offset)]
    .flatMap((each) =>
      slips.map((known) => ({ ...known, line: each, isHere: known.sign.test(bare(lines[each - 1] ?? '')) })),
    )
    .find(({ isHere }) => isHere)
  if (slip) return { code: 'C100', file: path, line: slip.line, where: '', what: slip.what, how: slip.how }
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
  const { program, errors } = parseSync(path.replace(/\.json$/, '.ts'), text)
  const body = program.body as unknown as Node[]
  const broken = errors.slice(0, 1).map((error) => syntaxProblem(path, text, error))
  const file: ParsedFile = { path, text, body, problems: broken }
  const whole: ParsedFile = broken.length > 0 ? file : { ...file, problems: repeatedKeys(file) }
  parsed.set(path, whole)
  return whole
}
