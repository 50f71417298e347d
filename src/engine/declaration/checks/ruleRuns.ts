import { errorCatalogue } from '../errorCatalogue.ts'
import type { Field } from '../fields/index.ts'
import type { AnyRecord } from '../record.ts'
import type { AnyResource } from '../resource.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { nameOneOf } from './suggest.ts'

const samples: Readonly<Partial<Record<Field['kind'], unknown>>> = {
  text: 'Sample',
  email: 'sample@example.org',
  url: 'https://example.org',
  slug: 'sample',
  token: 'sample',
  cpf: '52998224725',
  document: '52998224725',
  paymentKey: 'sample@example.org',
  expression: 'ngr * 10%',
  integer: 1,
  percent: 10,
  money: 10,
  date: '2026-01-31',
  moment: '2026-01-31T12:00:00.000Z',
  boolean: true,
  reference: 1,
  references: [1],
}

/** A value that a field could have. */
function sampleOf({ kind, choices, items, min, max }: Field, turn: number): unknown {
  if (choices) {
    const value = choices.values[turn % choices.values.length]
    return kind === 'manyOf' ? [value] : value
  }
  if (kind === 'list')
    return [Object.fromEntries(Object.entries(items ?? {}).map(([name, item]) => [name, sampleOf(item, turn)]))]
  const sample = samples[kind] ?? null
  return typeof sample === 'number' && kind !== 'reference'
    ? Math.min(Math.max(sample, min ?? sample), max ?? sample)
    : sample
}

/** Records as a rule meets them: nothing said, everything empty, everything filled in with one choice after another. */
function sampleRecords({ fields }: AnyResource): AnyRecord[] {
  const all = Object.entries(fields)
  const turns = Math.max(1, ...all.map(([, { choices }]) => choices?.values.length ?? 1))
  const filled = (turn: number) => Object.fromEntries(all.map(([name, field]) => [name, sampleOf(field, turn)]))
  const empty = Object.fromEntries(all.map(([name, { kind }]) => [name, kind === 'list' ? [] : null]))
  return [{}, empty, ...Array.from({ length: Math.min(turns, 12) }, (_, turn) => filled(turn))]
}

const placeholders = (text: unknown) =>
  [...String(text).matchAll(/%\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => name !== 'smart_count')

interface Answered {
  readonly problem: unknown
  readonly resource: AnyResource
  readonly messages: readonly unknown[]
}

/** What is wrong with the answer of a rule; null where pages and programs can say it. */
function answerProblem({ problem, resource: { fields }, messages }: Answered): { what: string; how: string } | null {
  const form = "Answer null where all is well, else { field: 'name', code: 'required' }."
  if (typeof problem !== 'object' || problem === null || Array.isArray(problem))
    return { what: `It answered ${JSON.stringify(problem) ?? String(problem)}.`, how: form }
  if (problem instanceof Promise)
    return {
      what: 'It answers later, and nobody waits.',
      how: 'Write it without async; what needs the database is a check.',
    }
  const { field, code, values = {} } = problem as { field?: unknown; code?: unknown; values?: AnyRecord }
  const known = Object.keys(fields)
  const confirmations = known.flatMap((name) => fields[name]!.confirmedBy ?? [])
  if (typeof field !== 'string' || ![...known, ...confirmations, 'root'].includes(field.split('.')[0]!))
    return {
      what: `It names the field ${String(field)}, which is none.`,
      how: nameOneOf(String(field), [...known, 'root']),
    }
  if (typeof code !== 'string' || !Object.hasOwn(errorCatalogue, code))
    return {
      what: `It answers the error ${String(code)}, which is none.`,
      how: nameOneOf(String(code), Object.keys(errorCatalogue)),
    }
  const said = [
    errorCatalogue[code as keyof typeof errorCatalogue][1],
    ...messages.map((texts) => (texts as AnyRecord | undefined)?.[code]),
  ]
  const lacking = [...new Set(said.flatMap(placeholders))].filter((name) => values[name] === undefined)
  if (lacking.length === 0) return null
  return {
    what: `The message of ${code} names ${lacking.join(', ')}, which it does not give.`,
    how: `Add values: { ${lacking.join(', ')} }.`,
  }
}

function runProblem(
  rule: (record: AnyRecord) => unknown,
  around: Omit<Answered, 'problem'>,
): { what: string; how: string } | null {
  for (const record of sampleRecords(around.resource)) {
    try {
      const answer = rule(record)
      for (const problem of answer === null || answer === undefined ? [] : Array.isArray(answer) ? answer : [answer]) {
        const found = answerProblem({ ...around, problem })
        if (found) return found
      }
    } catch (error) {
      return {
        what: `It fails on a record in which ${Object.keys(record).length === 0 ? 'nothing is said' : 'some fields are empty or others than it expects'}: ${(error as Error).message}.`,
        how: 'A rule meets records in which anything may be missing: ask first (record.name ?? …).',
      }
    }
  }
  return null
}

/** Rules are run with records of every sort: each answers, with a field and an error there are and all that its message names. */
export function checkRules(resource: AnyResource, { locales }: Configuration): ConfigurationProblem[] {
  const messages = Object.values(locales).map(({ errors }) => errors)
  return Object.entries(resource.rules).flatMap(([name, rule]) => {
    const found = runProblem(rule as (record: AnyRecord) => unknown, { resource, messages })
    return found ? [problemAt(['resources', resource.name, 'rules', name], { code: 'C150', ...found })] : []
  })
}
