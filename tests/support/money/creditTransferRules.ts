/**
 * The rules of pain.001.001.09 that our files use, as the message's schema has them: which elements stand in which, in
 * which order and how often, and what their texts may be. What is not named here may not be there.
 */
type Text = RegExp
interface Rule {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly holds: readonly Rule[] | Text
  /** Attributes with what they may say; each is required. */
  readonly attributes?: Readonly<Record<string, RegExp>>
}
const one = (name: string, holds: Rule['holds'], more: Partial<Rule> = {}): Rule => ({
  name,
  min: 1,
  max: 1,
  holds,
  ...more,
})
const maybe = (name: string, holds: Rule['holds']): Rule => one(name, holds, { min: 0 })

const text = (max: number) => new RegExp(`^[A-Za-z0-9/?:().,'+ -]{1,${max}}$`)
const id35 = text(35)
const isoDay = /^\d{4}-\d{2}-\d{2}$/
const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/
const count = /^[0-9]{1,15}$/
const decimal = /^(?=.{1,19}$)\d{1,18}(\.\d{1,17})?$/
const amount = /^(?=.{1,19}$)\d{1,18}(\.\d{1,5})?$/
const iban = one('IBAN', /^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{1,30}$/)
const account = (name: string) => one(name, [one('Id', [iban])])
const bic = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/
const agent = (name: string, min: 0 | 1): Rule => ({
  ...one(name, [one('FinInstnId', [maybe('BICFI', bic), maybe('Othr', [one('Id', id35)])])]),
  min,
})
const party = (name: string) => one(name, [one('Nm', text(140)), maybe('PstlAdr', [maybe('Ctry', /^[A-Z]{2}$/)])])
const currency = /^[A-Z]{3}$/

const document: Rule = one(
  'Document',
  [
    one('CstmrCdtTrfInitn', [
      one('GrpHdr', [
        one('MsgId', id35),
        one('CreDtTm', isoMoment),
        one('NbOfTxs', count),
        maybe('CtrlSum', decimal),
        one('InitgPty', [maybe('Nm', text(140))]),
      ]),
      one(
        'PmtInf',
        [
          one('PmtInfId', id35),
          one('PmtMtd', /^(CHK|TRF|TRA)$/),
          maybe('NbOfTxs', count),
          maybe('CtrlSum', decimal),
          maybe('PmtTpInf', [maybe('SvcLvl', [one('Cd', /^[A-Z]{1,4}$/)])]),
          one('ReqdExctnDt', [one('Dt', isoDay)]),
          party('Dbtr'),
          account('DbtrAcct'),
          agent('DbtrAgt', 1),
          maybe('ChrgBr', /^(DEBT|CRED|SHAR|SLEV)$/),
          one(
            'CdtTrfTxInf',
            [
              one('PmtId', [maybe('InstrId', id35), one('EndToEndId', id35)]),
              one('Amt', [one('InstdAmt', amount, { attributes: { Ccy: currency } })]),
              agent('CdtrAgt', 0),
              party('Cdtr'),
              account('CdtrAcct'),
              maybe('RmtInf', [one('Ustrd', text(140), { min: 0, max: Infinity })]),
            ],
            { max: Infinity },
          ),
        ],
        { max: Infinity },
      ),
    ]),
  ],
  { attributes: { xmlns: /^urn:iso:std:iso:20022:tech:xsd:pain\.001\.001\.09$/ } },
)

/** An element of an XML text. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

const plain = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')

/** Reads XML as our files have it: a declaration, elements, texts, the five entities. @throws where it is not well formed */
export function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  let at = 0
  for (const tag of body.matchAll(/<(\/?)([A-Za-z0-9]+)((?: [A-Za-z]+="[^"<>]*")*)>/g)) {
    const between = body.slice(at, tag.index)
    if (/[<>]|&(?!(?:lt|gt|quot|apos|amp);)/.test(between)) throw new Error(`Not well formed: ${between}`)
    open.at(-1)!.text += plain(between)
    at = tag.index + tag[0].length
    const [, isEnd, name, attributes] = tag
    if (isEnd) {
      if (open.pop()!.name !== name) throw new Error(`${name} does not close what is open`)
      continue
    }
    const pairs = [...attributes!.matchAll(/ ([A-Za-z]+)="([^"]*)"/g)].map(([, key, value]) => [key!, plain(value!)])
    const element: Element = { name: name!, attributes: Object.fromEntries(pairs), children: [], text: '' }
    open.at(-1)!.children.push(element)
    open.push(element)
  }
  if (open.length > 1 || root.children.length !== 1) throw new Error('The document does not end')
  return root.children[0]!
}

/** The texts of all elements at a path below one. */
export const textsAt = (element: Element, path: string): string[] =>
  path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((each) => each.name === name)),
      [element],
    )
    .map(({ text: said }) => said)

function problemsOf(element: Element, rule: Rule, path = rule.name): string[] {
  const attributes = Object.entries(rule.attributes ?? {}).flatMap(([name, is]) =>
    is.test(element.attributes[name] ?? '') ? [] : [`${path}/@${name}`],
  )
  const unknown = Object.keys(element.attributes).filter((name) => !rule.attributes?.[name])
  const own = [...attributes, ...unknown.map((name) => `${path}/@${name} is not known`)]
  if (rule.holds instanceof RegExp) return rule.holds.test(element.text) ? own : [...own, `${path}: ${element.text}`]
  const left = [...element.children]
  const inside = rule.holds.flatMap((wanted) => {
    const found: Element[] = []
    while (left[0]?.name === wanted.name) found.push(left.shift()!)
    const isCount = found.length >= wanted.min && found.length <= wanted.max
    return [
      ...(isCount ? [] : [`${path}/${wanted.name} stands there ${found.length} times`]),
      ...found.flatMap((each) => problemsOf(each, wanted, `${path}/${wanted.name}`)),
    ]
  })
  return [...own, ...inside, ...left.map(({ name }) => `${path}/${name} is not known here`)]
}

/** What of a file is not as pain.001.001.09 has it; nothing where all of it is. */
export const creditTransferProblems = (root: Element): string[] =>
  root.name === document.name ? problemsOf(root, document) : [`the root is ${root.name}`]
