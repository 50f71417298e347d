/* XML as files of banks and authorities are written: elements, attributes and text, without a DTD. */

/** An element without the prefix of its name. */
export interface XmlElement {
  readonly name: string
  /** From 1. */
  readonly line: number
  /** As they are written. */
  readonly attributes: string
  readonly children: XmlElement[]
  text: string
}

/** What keeps a text from being read: a DTD, an element that ends another one, or an end that is missing. */
export type XmlProblem = 'dtd' | 'torn' | 'cut_off'

/** A text is no XML that is read here. */
export class XmlError extends Error {
  readonly line: number
  readonly problem: XmlProblem

  constructor(line: number, problem: XmlProblem) {
    super(`XML, line ${line}: ${problem}`)
    this.line = line
    this.problem = problem
  }
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"', apos: "'" }

/** A text with its characters named or numbered as XML does. No other entities: a file cannot have anything expanded. */
export const unescaped = (text: string): string =>
  text.replace(
    /&(?:(amp|lt|gt|nbsp|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (whole, name?: string, number?: string, hex?: string) => {
      if (name) return named[name.toLowerCase()]!
      const code = number ? Number(number) : Number.parseInt(hex!, 16)
      return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )

const depthMax = 40

/** Begin, end and kind of each section; the first row that fits counts. */
const sections = [
  ['<!--', '-->', 'comment'],
  ['<?', '?>', 'instruction'],
  ['<![CDATA[', ']]>', 'data'],
  ['<', '>', 'tag'],
] as const

interface Section {
  readonly kind: (typeof sections)[number][2]
  readonly index: number
  readonly end: number
  readonly inner: string
}

/**
 * What stands in angle brackets, in order; null for one without an end, with which it is over: each character is looked
 * at once, however a text is torn.
 */
function* sectionsOf(text: string): Generator<Section | null> {
  for (let index = text.indexOf('<'); index >= 0;) {
    const [begin, close, kind] = sections.find(([each]) => text.startsWith(each, index))!
    const from = index + begin.length
    const to = text.indexOf(close, from)
    if (to < 0) return yield null
    const end = to + close.length
    yield { kind, index, end, inner: text.slice(from, to) }
    index = text.indexOf('<', end)
  }
}

/** The elements of a document, below one without a name. @throws XmlError */
export function readXml(text: string): XmlElement {
  const root: XmlElement = { name: '', line: 1, attributes: '', children: [], text: '' }
  const open = [root]
  let [line, at] = [1, 0]
  const fail = (problem: XmlProblem): never => {
    throw new XmlError(line, problem)
  }
  for (const section of sectionsOf(text)) {
    if (!section) return fail('cut_off')
    const { kind, index, end, inner } = section
    const between = text.slice(at, index)
    open.at(-1)!.text += unescaped(between)
    line += between.split('\n').length - 1
    at = end
    if (kind === 'data') open.at(-1)!.text += inner
    else if (kind === 'tag' && inner.startsWith('!')) fail('dtd')
    else if (kind === 'tag' && inner.startsWith('/')) {
      if (open.length === 1 || inner.slice(1).trim().split(':').at(-1) !== open.pop()!.name) fail('torn')
    } else if (kind === 'tag') {
      const [, name, attributes, closed] = /^([^\s/]+)([\s\S]*?)(\/?)$/.exec(inner) ?? fail('torn')
      const element = { name: name!.split(':').at(-1)!, line, attributes: attributes!, children: [], text: '' }
      open.at(-1)!.children.push(element)
      if (closed !== '/') open.push(element)
      if (open.length > depthMax) fail('torn')
    }
    line += inner.split('\n').length - 1
  }
  return open.length > 1 ? fail('cut_off') : root
}

/** The elements at a path of names below one. */
export const elementsAt = (element: XmlElement | undefined, path: string): XmlElement[] =>
  path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      element ? [element] : [],
    )

/** The text of the first of them; empty where there is none. */
export const xmlTextAt = (element: XmlElement | undefined, path: string): string =>
  elementsAt(element, path)[0]?.text.trim() ?? ''

/** All elements of a name anywhere below one, in their order. */
export function elementsNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...elementsNamed(child, name)])
}
