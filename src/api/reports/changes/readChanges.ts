import type { Kysely } from 'kysely'
import {
  changeCauses,
  type ChangeCause,
  type ChangeRef,
  type ReportChange,
} from '../../../config/answers/reportChanges.ts'
import { dimensionColumns } from '../../../config/report.ts'
import { answerLines } from '../readLines.ts'
import type { ReportQuestion } from '../reportQuestion.ts'
import type { ReportReader } from '../reportReader.ts'
import { type Happening, lastCloseBefore, readHappenings } from './readCauses.ts'

/** Into how many moments the time between is cut at most: at each the whole report is asked. */
const stepsMax = 48
const refsMax = 40

type Row = Readonly<Record<string, string | number | null>>

/** Rows of a report at a moment, by what they stand for. */
type Cells = ReadonlyMap<string, Row>

/** What a report is asked for at each moment: all of its rows, one below the other. */
function wholeOf(question: ReportQuestion, knownAt: string): ReportQuestion {
  return { ...question, knownAt, view: 'list', window: { limit: null, offset: 0, sort: null, q: null } }
}

const keyColumns = ({ rows }: ReportQuestion): string[] => rows.map((dimension) => dimensionColumns[dimension][0])
const nameColumns = ({ rows }: ReportQuestion): string[] =>
  rows.flatMap((dimension) => {
    const [, name] = dimensionColumns[dimension] as readonly string[]
    return name === undefined ? [] : [name]
  })

async function readCells(
  db: Kysely<any>,
  question: ReportQuestion,
  reader: ReportReader,
  knownAt: string,
): Promise<Cells> {
  const keys = keyColumns(question)
  const cells = new Map<string, Row>()
  for await (const lines of answerLines(db, wholeOf(question, knownAt), reader))
    for (const { part, json } of lines) {
      if (part !== 'row') continue
      const row = JSON.parse(json) as Row
      cells.set(JSON.stringify([row['currency'], ...keys.map((key) => row[key])]), row)
    }
  return cells
}

/** What happened between two moments, and what had happened before that was not reckoned yet. */
interface Step {
  readonly until: string
  readonly direct: readonly Happening[]
  readonly roots: readonly Happening[]
}

/** What follows from something else, and changes a figure only as the daily close reckons it. */
const isReckoned = ({ cause }: Happening) => cause === 'dailyClose'

/** Happenings one after the other, where closes and everything else take turns; of many, neighbours stand together. */
function stepsOf(happenings: readonly Happening[], since: string): Step[] {
  const after = happenings.filter(({ at }) => at > since)
  const moments = [...new Set(after.map(({ at }) => at))]
  const byMoment = Map.groupBy(after, ({ at }) => at)
  const runs: { until: string; direct: Happening[]; kind: string }[] = []
  for (const at of moments) {
    const direct = byMoment.get(at)!
    const kind = [...new Set(direct.map(({ cause }) => cause))].sort().join()
    const last = runs.at(-1)
    if (last?.kind === kind) Object.assign(last, { until: at, direct: [...last.direct, ...direct] })
    else runs.push({ until: at, direct, kind })
  }
  const size = Math.ceil(runs.length / stepsMax)
  const joined = Array.from({ length: size === 0 ? 0 : Math.ceil(runs.length / size) }, (_, index) =>
    runs.slice(index * size, (index + 1) * size),
  )
  return joined.map((some) => {
    const until = some.at(-1)!.until
    return { until, direct: some.flatMap(({ direct }) => direct), roots: happenings.filter(({ at }) => at <= until) }
  })
}

function concerns(key: Row) {
  const day = key['day'] as string | null | undefined
  return ({ affiliates, partner, day: from }: Happening): boolean =>
    (key['affiliate'] == null || affiliates === null || affiliates.includes(key['affiliate'] as number)) &&
    (key['partner'] == null || partner === null || partner === key['partner'] || affiliates !== null) &&
    (day == null || from === null || from <= day)
}

function told(happenings: readonly Happening[]): { cause: ChangeCause; refs: ChangeRef[] } | null {
  const cause = changeCauses.find((each) => happenings.some((happening) => happening.cause === each))
  if (cause === undefined) return null
  const refs = new Map(
    happenings
      .filter((happening) => happening.cause === cause)
      .flatMap((happening) => happening.refs)
      .map((ref) => [`${ref.kind} ${ref.id}`, ref]),
  )
  return { cause, refs: [...refs.values()].slice(0, refsMax) }
}

/** Which of what may have happened changes a figure, and which only a name. */
const isOfNames = ({ cause }: Happening) => cause === 'renamed'
const isOfRecords = ({ cause }: Happening) => cause === 'record' || cause === 'renamed'

/** Why a cell changed in a step: what happened in it, or, where the close reckoned anew, what had happened before. */
function causeOf(step: Step, key: Row, isName: boolean, reckonedSince: string) {
  const fits = concerns(key)
  const direct = step.direct.filter(fits)
  if (isName) return told(direct.filter(isOfNames)) ?? told(direct) ?? { cause: 'record' as const, refs: [] }
  const closes = direct.filter(isReckoned)
  const others = direct.filter((happening) => !isReckoned(happening) && !isOfRecords(happening))
  if (closes.length === 0) return told(others) ?? told(direct) ?? told(step.direct) ?? unknown
  const roots = step.roots.filter((root) => fits(root) && !isReckoned(root) && !isOfRecords(root))
  const recent = roots.filter(({ at }) => at > reckonedSince)
  return told([...others, ...recent]) ?? told(closes) ?? unknown
}

/** Nothing that happened fits: told as a change of records, so that no cent is without a cause. */
const unknown = { cause: 'record', refs: [] } as const

function difference(before: string | number | null, after: string | number | null): number | null {
  if (typeof before === 'string' || typeof after === 'string') return null
  return Math.round(((after ?? 0) - (before ?? 0)) * 100) / 100
}

/** What differs between two answers, cell by cell, and why. */
function compared(
  { before, after }: { before: Cells; after: Cells },
  question: ReportQuestion,
  cause: (key: Row, isName: boolean) => { readonly cause: ChangeCause; readonly refs: readonly ChangeRef[] },
): ReportChange[] {
  const [keys, names] = [keyColumns(question), nameColumns(question)]
  const figures: readonly string[] = question.measures
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [then, now] = [before.get(id), after.get(id)]
    const known = now ?? then!
    const key = Object.fromEntries(keys.map((column) => [column, known[column] ?? null]))
    const name = names.map((column) => known[column] ?? '').join(' · ')
    return [...figures, ...(then && now ? names : [])].flatMap((column): ReportChange[] => {
      const [old, present] = [then?.[column] ?? null, now?.[column] ?? null]
      // A row that was not there had nothing in it.
      if (old === present || ((old ?? 0) === 0 && (present ?? 0) === 0 && !(then && now))) return []
      const why = cause(key, names.includes(column))
      return [
        {
          key,
          name,
          currency: String(known['currency']),
          column,
          before: old,
          after: present,
          difference: difference(old, present),
          ...why,
        },
      ]
    })
  })
}

/** Steps one after the other in which the same cell changed by the same cause are one. */
function together(changes: readonly ReportChange[]): ReportChange[] {
  const joined = new Map<string, ReportChange[]>()
  for (const change of changes) {
    const cell = JSON.stringify([change.currency, change.key, change.column])
    const parts = joined.get(cell) ?? []
    joined.set(cell, parts)
    const last = parts.at(-1)
    if (last?.cause !== change.cause) parts.push(change)
    else {
      const refs = new Map([...last.refs, ...change.refs].map((ref) => [`${ref.kind} ${ref.id}`, ref]))
      parts[parts.length - 1] = {
        ...change,
        before: last.before,
        difference: difference(last.before, change.after),
        refs: [...refs.values()].slice(0, refsMax),
      }
    }
  }
  return [...joined.values()].flat().filter(({ before, after }) => before !== after)
}

/**
 * Every cell of a report that is not what it was at a moment, with what it was changed by. The report is asked as of
 * each moment at which another kind of thing happened, so whatever a column is made of, its differences add up to what it
 * is less what it was.
 * @param db as the report's reader reads
 * @param owner reads the causes: of what the reader may not look up itself it is told the number alone
 */
export async function readChanges({
  db,
  owner,
  question,
  reader,
  since,
  until,
}: {
  db: Kysely<any>
  owner: Kysely<any>
  question: ReportQuestion
  reader: ReportReader
  since: string
  until: string
}): Promise<ReportChange[]> {
  const first = await readCells(db, question, reader, since)
  const reckoned = await lastCloseBefore(owner, since)
  const happenings = await readHappenings(owner, { question, reader, since: reckoned, until })
  const changes: ReportChange[] = []
  let [before, reckonedSince] = [first, reckoned]
  for (const step of stepsOf(happenings, since)) {
    const after = await readCells(db, question, reader, step.until)
    const from = reckonedSince
    changes.push(...compared({ before, after }, question, (key, isName) => causeOf(step, key, isName, from)))
    before = after
    if (step.direct.some(isReckoned)) reckonedSince = step.until
  }
  return together(changes)
}
