import type { Kysely } from 'kysely'
import type { ReportChange } from '../../answers/changes.ts'
import { dimensionColumns } from '#engine/declaration/report.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import type { ReportReader } from '../reportReader.ts'
import { type Cells, difference, keyColumns, readCells, type BeforeAfter } from './cells.ts'
import { type ReportEvent, lastCloseBefore, readHappenings } from './readCauses.ts'
import { seenHappenings } from './seenHappenings.ts'
import { type Changed, finerQuestion, sharesOf } from './shares.ts'
import { causesOf, Happenings, isComputed, refsTogether, type Row, type Step, type ChangeReason } from './whyChanged.ts'

/** Into how many moments the time between is cut at most: at each the whole report is asked. */
const stepsMax = 48
/** Of more finer rows nobody waits for which cause did what: all are named. */
const finerMax = 100_000

const nameColumns = ({ rows }: ReportRequest): string[] =>
  rows.flatMap((dimension) => {
    const [, name] = dimensionColumns[dimension] as readonly string[]
    return name === undefined ? [] : [name]
  })

/** Where closes and everything else take turns, one kind after the other; of many, neighbours stand together. */
function stepsOf(happenings: readonly ReportEvent[], since: string): Step[] {
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

/** What differs between two answers, cell by cell, and why. */
function compared(
  { before, after }: BeforeAfter<Cells>,
  question: ReportRequest,
  cause: (key: Row, isName: boolean) => readonly ChangeReason[],
): Changed[] {
  const [keys, names] = [keyColumns(question), nameColumns(question)]
  const figures: readonly string[] = question.measures
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [then, now] = [before.get(id), after.get(id)]
    const known = now ?? then!
    const key = Object.fromEntries(keys.map((column) => [column, known[column] ?? null]))
    const name = names.map((column) => known[column] ?? '').join(' · ')
    // Once a row, and only where something of it changed.
    const whys = new Map<boolean, readonly ChangeReason[]>()
    const whyOf = (isName: boolean): readonly ChangeReason[] => {
      const found = whys.get(isName) ?? cause({ ...key, currency: known['currency'] ?? null }, isName)
      whys.set(isName, found)
      return found
    }
    return [...figures, ...(then && now ? names : [])].flatMap((column): Changed[] => {
      const [old, present] = [then?.[column] ?? null, now?.[column] ?? null]
      // A row that was not there had nothing in it.
      if (old === present || ((old ?? 0) === 0 && (present ?? 0) === 0 && !(then && now))) return []
      return [
        {
          key,
          name,
          currency: String(known['currency']),
          column,
          before: old,
          after: present,
          difference: difference(old, present),
          whys: whyOf(names.includes(column)),
        },
      ]
    })
  })
}

/** All causes of a change as one word. */
const causesNamed = ({ cause, causes }: ReportChange) => causes?.map((each) => each.cause).join() ?? cause

/** Steps one after the other in which the same cell changed by the same cause are one. */
function together(changes: readonly ReportChange[]): ReportChange[] {
  const joined = new Map<string, ReportChange[]>()
  for (const change of changes) {
    const cell = JSON.stringify([change.currency, change.key, change.column])
    const parts = joined.get(cell) ?? []
    joined.set(cell, parts)
    const last = parts.at(-1)
    if (!last || causesNamed(last) !== causesNamed(change)) parts.push(change)
    else
      parts[parts.length - 1] = {
        ...change,
        before: last.before,
        difference: difference(last.before, change.after),
        refs: refsTogether([last.refs, change.refs]),
        ...(change.causes
          ? {
              causes: change.causes.map(({ cause, refs }, index) => ({
                cause,
                refs: refsTogether([last.causes![index]!.refs, refs]),
              })),
            }
          : {}),
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
  question: ReportRequest
  reader: ReportReader
  since: string
  until: string
}): Promise<ReportChange[]> {
  const cellsOf = async (knownAt: string) => (await readCells(db, { question, reader, knownAt }))!
  const first = await cellsOf(since)
  const reckoned = await lastCloseBefore(owner, since)
  const happened = await readHappenings(owner, { question, reader, since: reckoned, until })
  const all = await seenHappenings(owner, reader, happened)
  const happenings = new Happenings(all)
  const changes: ReportChange[] = []
  let [before, reckonedSince] = [first, reckoned]
  for (const step of stepsOf(all, since)) {
    const after = await cellsOf(step.until)
    const from = reckonedSince
    const cause = (key: Row, isName = false) =>
      causesOf({ happenings, question, step, key, isName, reckonedSince: from })
    const changed = compared({ before, after }, question, cause)
    const finer = await readFiner(db, { question: finerQuestion(question, changed), reader, step })
    changes.push(...sharesOf(changed, { question, finer, cause }))
    before = after
    if (happenings.some(step, isComputed)) reckonedSince = step.until
  }
  return together(changes)
}

/** The finer rows of a step; null where there are none, or too many. */
async function readFiner(
  db: Kysely<any>,
  { question, reader, step }: { question: ReportRequest | null; reader: ReportReader; step: Step },
): Promise<(BeforeAfter<Cells> & { readonly question: ReportRequest }) | null> {
  if (!question) return null
  const before = await readCells(db, { question, reader, knownAt: step.after, max: finerMax })
  const after = before && (await readCells(db, { question, reader, knownAt: step.until, max: finerMax }))
  return before && after ? { question, before, after } : null
}
