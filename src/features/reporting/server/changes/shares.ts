import { changeCauses, type ReportChange } from '../../answers/changes.ts'
import { reportFilters, type ReportDimension } from '#engine/declaration/report.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import { cellOf, type Cells, difference, keyColumns, type BeforeAfter } from './cells.ts'
import { refsTogether, type Row, type ChangeReason } from './whyChanged.ts'

/** A cell that changed, with all that may have changed it. */
export interface Changed extends Omit<ReportChange, 'cause' | 'refs' | 'causes'> {
  readonly whys: readonly ChangeReason[]
}

/** What one cause, or several that nobody can tell apart, did to a cell: in cents. */
interface Share {
  readonly whys: readonly ChangeReason[]
  readonly cents: number
}

const placeOf = ({ whys }: Share) => changeCauses.indexOf(whys[0]!.cause)
const centsOf = (value: number | null) => Math.round((value ?? 0) * 100)
/** Causes as one word: the same for those that are told together. */
const nameOf = (whys: readonly ChangeReason[]) => whys.map(({ cause }) => cause).join()

/** Whether several causes fit a cell that is a number. */
const isShared = ({ whys, difference: grown }: Changed) => whys.length > 1 && grown !== null

/** More affiliates are not named in a question. */
const affiliatesMax = 1000

/**
 * The question whose rows are those of a report told apart by affiliate and day, of the cells that several causes fit;
 * null where there is nothing to tell apart, or the report has no finer rows.
 */
export function finerQuestion(question: ReportRequest, changes: readonly Changed[]): ReportRequest | null {
  const shared = changes.filter(isShared)
  const { report, rows, filters } = question
  const has: readonly string[] = [...report.rows, ...report.openInto]
  const finer = (['affiliate', 'day'] as const satisfies readonly ReportDimension[]).filter(
    (dimension) => has.includes(dimension) && !rows.includes(dimension),
  )
  if (shared.length === 0 || finer.length === 0 || rows.includes('player') || rows.includes('month')) return null
  const affiliates = [...new Set(shared.map(({ key }) => key['affiliate']))]
  const isNarrow =
    affiliates.length <= affiliatesMax &&
    affiliates.every((id) => typeof id === 'number') &&
    reportFilters.some((name) => name === 'affiliate' && report.filters.includes(name))
  return {
    ...question,
    rows: [...rows, ...finer],
    ...(isNarrow ? { filters: { ...filters, affiliate: affiliates as number[] } } : {}),
  }
}

function addShare(shares: Map<string, Share>, whys: readonly ChangeReason[], cents: number): void {
  const name = nameOf(whys)
  const share = shares.get(name)
  const together = whys.map(({ cause, refs }, index) => ({
    cause,
    refs: refsTogether([share?.whys[index]?.refs ?? [], refs]),
  }))
  shares.set(name, { whys: together, cents: (share?.cents ?? 0) + cents })
}

/** What each cause did to each cell that several fit, as far as its finer rows tell: by cell and column. */
function readShares(
  { before, after }: BeforeAfter<Cells>,
  {
    finer,
    keys,
    columns,
    cause,
  }: {
    finer: ReportRequest
    keys: readonly string[]
    columns: ReadonlyMap<string, readonly string[]>
    cause: (key: Row) => readonly ChangeReason[]
  },
): Map<string, Map<string, Share>> {
  const shares = new Map<string, Map<string, Share>>()
  const finerKeys = keyColumns(finer)
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [then, now] = [before.get(id), after.get(id)]
    const row = now ?? then!
    const cell = cellOf(row, keys)
    let whys: readonly ChangeReason[] | null = null
    for (const column of columns.get(cell) ?? []) {
      const cents = centsOf(difference(then?.[column] ?? null, now?.[column] ?? null))
      if (cents === 0) continue
      whys ??= cause(Object.fromEntries([...finerKeys, 'currency'].map((key) => [key, row[key] ?? null])))
      const name = `${cell} ${column}`
      const own = shares.get(name) ?? new Map<string, Share>()
      shares.set(name, own)
      addShare(own, whys, cents)
    }
  }
  return shares
}

/** A change by what is told of it: of several causes the first, and all of them. */
function tell({ whys, ...change }: Changed): ReportChange {
  const { cause, refs } = whys[0]!
  return whys.length === 1
    ? { ...change, cause, refs }
    : { ...change, cause, refs: refsTogether(whys.map((why) => why.refs)), causes: whys }
}

/** One change for each share, the one after the other from what the cell was to what it is. */
function tellShares(change: Changed, shares: readonly Share[]): ReportChange[] {
  let cents = centsOf(change.before as number | null)
  return shares.map((share, index) => {
    const before = index === 0 ? change.before : cents / 100
    cents += share.cents
    const after = index === shares.length - 1 ? change.after : cents / 100
    return tell({ ...change, before, after, difference: share.cents / 100, whys: share.whys })
  })
}

/**
 * Changes with their causes. Where several fit a cell, each has the share that the finer rows of the report tell: those
 * on which it alone can have worked. Shares stand only where they come to the cell's difference to the cent; what nobody
 * can tell apart names all causes.
 * @param finer the rows of {@link finerQuestion} before and after; null where there are none
 */
export function sharesOf(
  changes: readonly Changed[],
  given: {
    question: ReportRequest
    finer: (BeforeAfter<Cells> & { readonly question: ReportRequest }) | null
    cause: (key: Row) => readonly ChangeReason[]
  },
): ReportChange[] {
  const { question, finer, cause } = given
  if (!finer) return changes.map(tell)
  const keys = keyColumns(question)
  const cellOfChange = ({ currency, key }: Changed) => cellOf({ ...key, currency }, keys)
  const columns = new Map<string, string[]>()
  for (const change of changes.filter(isShared)) {
    const cell = cellOfChange(change)
    columns.set(cell, [...(columns.get(cell) ?? []), change.column])
  }
  const shares = readShares(finer, { finer: finer.question, keys, columns, cause })
  return changes.flatMap((change) => {
    const own = [...(shares.get(`${cellOfChange(change)} ${change.column}`)?.values() ?? [])].filter(
      ({ cents }) => cents !== 0,
    )
    own.sort((one, other) => placeOf(one) - placeOf(other) || one.whys.length - other.whys.length)
    const whole = own.reduce((sum, { cents }) => sum + cents, 0)
    if (!isShared(change) || own.length === 0 || whole !== centsOf(change.difference)) return [tell(change)]
    return tellShares(change, own)
  })
}
