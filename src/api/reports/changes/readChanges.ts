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
import { seenHappenings } from './seenHappenings.ts'

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

/** A stretch of time after which the report is looked at again. */
interface Step {
  readonly after: string
  readonly until: string
}

/** What follows from something else, and changes a figure only as the daily close reckons it. */
const isReckoned = ({ cause }: Happening) => cause === 'dailyClose'

/** Where closes and everything else take turns, one kind after the other; of many, neighbours stand together. */
function stepsOf(happenings: readonly Happening[], since: string): Step[] {
  const runs: { until: string; kind: string }[] = []
  for (const [at, together] of Map.groupBy(
    happenings.filter((happening) => happening.at > since),
    (happening) => happening.at,
  )) {
    const kind = [...new Set(together.map(({ cause }) => cause))].sort().join()
    const last = runs.at(-1)
    if (last?.kind === kind) last.until = at
    else runs.push({ until: at, kind })
  }
  const size = Math.max(1, Math.ceil(runs.length / stepsMax))
  const ends = runs.filter((_, index) => (index + 1) % size === 0 || index === runs.length - 1)
  return ends.map(({ until }, index) => ({ after: ends[index - 1]?.until ?? since, until }))
}

/** What happened, to be found by whom it is about. */
class Happenings {
  readonly #all: readonly Happening[]
  readonly #ofAffiliate = new Map<number, Happening[]>()
  readonly #ofAny: readonly Happening[]

  constructor(all: readonly Happening[]) {
    this.#all = all
    this.#ofAny = all.filter(({ affiliates }) => affiliates === null)
    for (const happening of all)
      for (const affiliate of happening.affiliates ?? []) {
        const own = this.#ofAffiliate.get(affiliate)
        if (own) own.push(happening)
        else this.#ofAffiliate.set(affiliate, [happening])
      }
  }

  /** Whether anything of a kind happened in a step. */
  some(step: Step, is: (happening: Happening) => boolean): boolean {
    return this.#all.some((happening) => happening.at > step.after && happening.at <= step.until && is(happening))
  }

  /** What may have changed a row, up to a moment. */
  of(key: Row, until: string): Happening[] {
    const [affiliate, partner] = [key['affiliate'], key['partner']]
    const day = key['day'] as string | null | undefined
    const near = affiliate == null ? this.#all : [...(this.#ofAffiliate.get(affiliate as number) ?? []), ...this.#ofAny]
    return near.filter(
      (happening) =>
        happening.at <= until &&
        (partner == null ||
          happening.partner === null ||
          happening.partner === partner ||
          happening.affiliates !== null) &&
        (day == null || happening.day === null || happening.day <= day),
    )
  }
}

interface Why {
  readonly cause: ChangeCause
  readonly refs: readonly ChangeRef[]
}

function told(happenings: readonly Happening[]): Why | null {
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

/** Nothing that happened fits: told as a change of records, so that no cent is without a cause. */
const unknown = { cause: 'record', refs: [] } as const

/** Why a row changed in a step: what happened in it, or, where the close reckoned anew, what had happened before. */
function causeOf({
  happenings,
  step,
  key,
  isName,
  reckonedSince,
}: {
  happenings: Happenings
  step: Step
  key: Row
  isName: boolean
  reckonedSince: string
}): Why {
  const all = happenings.of(key, step.until)
  const direct = all.filter(({ at }) => at > step.after)
  if (isName) return told(direct.filter(isOfNames)) ?? told(direct) ?? unknown
  const closes = direct.filter(isReckoned)
  const others = direct.filter((happening) => !isReckoned(happening) && !isOfRecords(happening))
  if (closes.length === 0) return told(others) ?? told(direct) ?? unknown
  const roots = all.filter((each) => each.at > reckonedSince && !isReckoned(each) && !isOfRecords(each))
  return told([...others, ...roots]) ?? told(closes) ?? unknown
}

function difference(before: string | number | null, after: string | number | null): number | null {
  if (typeof before === 'string' || typeof after === 'string') return null
  return Math.round(((after ?? 0) - (before ?? 0)) * 100) / 100
}

/** What differs between two answers, cell by cell, and why. */
function compared(
  { before, after }: { before: Cells; after: Cells },
  question: ReportQuestion,
  cause: (key: Row, isName: boolean) => Why,
): ReportChange[] {
  const [keys, names] = [keyColumns(question), nameColumns(question)]
  const figures: readonly string[] = question.measures
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [then, now] = [before.get(id), after.get(id)]
    const known = now ?? then!
    const key = Object.fromEntries(keys.map((column) => [column, known[column] ?? null]))
    const name = names.map((column) => known[column] ?? '').join(' · ')
    // Once a row, and only where something of it changed.
    const whys = new Map<boolean, Why>()
    const whyOf = (isName: boolean): Why => {
      const found = whys.get(isName) ?? cause(key, isName)
      whys.set(isName, found)
      return found
    }
    return [...figures, ...(then && now ? names : [])].flatMap((column): ReportChange[] => {
      const [old, present] = [then?.[column] ?? null, now?.[column] ?? null]
      // A row that was not there had nothing in it.
      if (old === present || ((old ?? 0) === 0 && (present ?? 0) === 0 && !(then && now))) return []
      const why = whyOf(names.includes(column))
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
  const happened = await readHappenings(owner, { question, reader, since: reckoned, until })
  const all = await seenHappenings(owner, reader, happened)
  const happenings = new Happenings(all)
  const changes: ReportChange[] = []
  let [before, reckonedSince] = [first, reckoned]
  for (const step of stepsOf(all, since)) {
    const after = await readCells(db, question, reader, step.until)
    const from = reckonedSince
    changes.push(
      ...compared({ before, after }, question, (key, isName) =>
        causeOf({ happenings, step, key, isName, reckonedSince: from }),
      ),
    )
    before = after
    if (happenings.some(step, isReckoned)) reckonedSince = step.until
  }
  return together(changes)
}
