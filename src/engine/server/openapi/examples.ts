import type { JsonSchema } from '#engine/declaration/kinds/index.ts'

/*
 * Examples of what is sent and answered. They follow from the schemas that the document has anyway, so that no route is
 * without one and none says something else than its schema; where somebody wrote one down (`example`), that stands.
 */

/** What a text of a name is, for instance, where its schema says no more than that it is one. */
export const textsByName: Readonly<Record<string, string>> = {
  accessToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiI4YiJ9.c2lnbmF0dXJl',
  actor: 'maria@office.example',
  address: '203.0.113.7',
  affiliate_name: 'Nina Prado',
  approvedBy: 'joao@office.example',
  cause: 'late_activity',
  checkedBy: 'maria@office.example',
  column: 'affiliate_reward',
  city: 'Campinas',
  country: 'BR',
  currency: 'BRL',
  deal: 'Share of 30 %',
  email: 'nina@affiliates.example',
  event_id: 'bet-4711',
  expression: '(ngr - affiliate_reward - abatment) * percentage',
  file: 'from,to,day,rate,source\nUSD,BRL,2026-11-20,5.43,Central bank',
  hint: 'cirs',
  key: 'ak_pdy974x21q4VlVFPX7XuGJd3DkXGDmA6ZUHScirs',
  label: 'Website',
  lockedBy: 'joao@office.example',
  message: 'Paid by hand',
  name: 'Nina Prado',
  number: 'NF 1024-1',
  otpauthUrl: 'otpauth://totp/Office:nina?secret=MEEHELCRS4JO24V5&issuer=Office',
  operation: 'update',
  password: 'Passable-Word-7',
  paymentKey: 'nina@affiliates.example',
  product: 'bets',
  promoCode: 'SUMMER26',
  reason: 'Agreed on the phone',
  reference: 'TED 4711',
  refreshToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiI4YyJ9.c2lnbmF0dXJl',
  requestedBy: 'maria@office.example',
  slug: 'summer-2026',
  source: 'Central bank',
  status: 'pending',
  tax: 'IRRF',
  text: 'What the profile says is what is paid.',
  token: 'af0a1b2c3d4e5f6g7h8i9j',
  totp: '123456',
  url: 'https://www.brand.example/',
  zone: 'UTC',
}

/** The same of a number. */
const numbersByName: Readonly<Record<string, number>> = { percentage: 30, rate: 5.43, codResposta: 200 }

const textsByFormat: Readonly<Record<string, string>> = {
  date: '2026-11-20',
  'date-time': '2026-11-20T12:00:00.000Z',
  email: 'nina@affiliates.example',
  uri: 'https://www.brand.example/',
}

/** Texts that are told by what is said of them. */
const textsByDescription: readonly (readonly [RegExp, string])[] = [
  [/^ISO 8601|moment/i, '2026-11-20T12:00:00.000Z'],
  [/YYYY-MM-DD|\bday\b/, '2026-11-20'],
  [/YYYY-MM/, '2026-11'],
  [/base64/, 'aGVsbG8='],
]

function textOf(schema: JsonSchema, name: string): string {
  const { format, description = '', pattern } = schema as { format?: string; description?: string; pattern?: string }
  if (format && textsByFormat[format]) return textsByFormat[format]
  if (pattern === '^[0-9]{6}$') return '123456'
  const said = textsByDescription.find(([what]) => what.test(description))
  return said?.[1] ?? textsByName[name] ?? 'text'
}

function numberOf({ type, minimum, description = '' }: JsonSchema, name: string): number {
  if (type !== 'integer' && numbersByName[name] !== undefined) return numbersByName[name]
  if (String(description).includes('decimals')) return 52.5
  return typeof minimum === 'number' ? Math.max(minimum, 1) : 1
}

/** What is asked of an example: whether it is sent, which is with as little as will do, or answered, with all there is. */
interface Asked {
  readonly isSent: boolean
  /** The property or parameter that it is a value of. */
  readonly name: string
}

function objectOf(schema: JsonSchema, asked: Asked): Readonly<Record<string, unknown>> {
  const { properties = {}, required = [] } = schema as {
    properties?: Readonly<Record<string, JsonSchema>>
    required?: readonly string[]
  }
  const names = asked.isSent
    ? Object.keys(properties).filter((name) => required.includes(name))
    : Object.keys(properties)
  return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name]!, { ...asked, name })]))
}

const isNull = ({ type, const: only }: JsonSchema) => type === 'null' || only === null

/** A value that a schema describes. */
export function exampleOf(schema: JsonSchema, asked: Asked): unknown {
  const { example, type, anyOf, oneOf, allOf, items } = schema as JsonSchema & Record<string, readonly JsonSchema[]>
  if (example !== undefined) return example
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0] as unknown
  const alternatives = anyOf ?? oneOf
  if (alternatives) return exampleOf(alternatives.find((each) => !isNull(each)) ?? { type: 'null' }, asked)
  if (allOf) return Object.assign({}, ...allOf.map((each) => exampleOf(each, asked))) as unknown
  const kind = (Array.isArray(type) ? (type as readonly string[]).find((each) => each !== 'null') : type) as unknown
  switch (kind) {
    case 'object':
      return objectOf(schema, asked)
    case 'array':
      return [exampleOf((items ?? {}) as unknown as JsonSchema, asked)]
    case 'string':
      return textOf(schema, asked.name)
    case 'integer':
    case 'number':
      return numberOf({ ...schema, type: kind }, asked.name)
    case 'boolean':
      return true
    default:
      return null
  }
}

interface Content {
  readonly 'application/json'?: { schema?: JsonSchema; example?: unknown }
}

interface Described {
  readonly requestBody?: { readonly content?: Content }
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>
}

function addTo(content: Content | undefined, isSent: boolean): void {
  const json = content?.['application/json']
  if (json?.schema && json.example === undefined) json.example = exampleOf(json.schema, { isSent, name: '' })
}

/** The document with an example of each JSON body and each JSON answer. */
export function withExamples<Document extends object>(document: Document): Document {
  const { paths = {} } = document as { paths?: Readonly<Record<string, Readonly<Record<string, Described>>>> }
  for (const { requestBody, responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
    addTo(requestBody?.content, true)
    addTo(responses?.['200']?.content, false)
  }
  return document
}
