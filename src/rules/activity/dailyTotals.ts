import { foldText } from '#engine/values/foldText.ts'
import { isDay } from '#engine/values/calendar.ts'
import { type Product, products } from './measures.ts'
import { saidAmounts } from './migrationKits.ts'

/** What a kit calls each column of a file of daily totals. */
export interface TotalColumnNames {
  readonly name: string
  readonly columns: Readonly<Record<string, readonly string[] | undefined>>
}

/** What each column of a file holds, by place; null where it is left out. */
export interface TotalColumns {
  readonly kit: string
  readonly targets: readonly (string | null)[]
}

const keys = ['day', 'link', 'affiliate', 'product', 'currency']
const fold = (head: string) => foldText(head.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '))

const isOfId = (name: string) => /\bid\b/.test(name)

/** The measure of each column of a file, by the names of one kit, then by the usual ones. */
export function matchColumns(heads: readonly string[], kit: TotalColumnNames, usual: TotalColumnNames): TotalColumns {
  const targets: (string | null)[] = heads.map(() => null)
  const takeOne = (target: string, names: readonly string[]) => {
    if (targets.includes(target)) return
    const wanted = names.map(fold)
    const places = wanted.map((name) => heads.findIndex((head, at) => targets[at] === null && fold(head) === name))
    const place = places.find((at) => at >= 0)
    if (place !== undefined) targets[place] = target
  }
  const take = (columns: TotalColumnNames['columns']) => {
    for (const [target, names = []] of Object.entries(columns)) takeOne(target, [target, ...names])
  }
  const ofAmounts = saidAmounts.filter(({ amount }) => amount in usual.columns)
  for (const { amount, said } of ofAmounts) takeOne(amount, said)
  // Of `Affiliate` and `Affiliate ID` the first is a name.
  takeOne('affiliate', [...(kit.columns['affiliate'] ?? []), ...(usual.columns['affiliate'] ?? [])].filter(isOfId))
  const said = ofAmounts.filter(({ amount }) => targets.includes(amount))
  take(kit.columns)
  take(usual.columns)
  for (const { count, bare } of said) takeOne(count, bare)
  return { kit: kit.name, targets }
}

/**
 * What the columns of a file hold by the kit that knows most of them; null where the file holds no daily totals: those
 * name a day, whose they are and a measure.
 */
export function findTotalColumns(
  heads: readonly string[],
  kits: readonly TotalColumnNames[],
  usual: TotalColumnNames,
): TotalColumns | null {
  const best = bestMatch(heads, kits, usual)
  return missingIn(best).length === 0 ? best : null
}

/** What a file of some columns lacks to be one of daily totals, by how exports usually head it. */
export function missingOfTotals(
  heads: readonly string[],
  kits: readonly TotalColumnNames[],
  usual: TotalColumnNames,
): readonly string[] {
  return missingIn(bestMatch(heads, kits, usual))
}

function bestMatch(heads: readonly string[], kits: readonly TotalColumnNames[], usual: TotalColumnNames): TotalColumns {
  const matched = kits.map((kit) => matchColumns(heads, kit, usual))
  const countOf = ({ targets }: TotalColumns) => targets.filter((target) => target !== null).length
  return matched.toSorted((one, other) => countOf(other) - countOf(one))[0]!
}

function missingIn({ targets }: TotalColumns): string[] {
  const isWhose = targets.includes('link') || targets.includes('affiliate')
  const isMeasured = targets.some((target) => target !== null && !keys.includes(target))
  return [
    ...(targets.includes('day') ? [] : ['Date']),
    ...(isWhose ? [] : ['Affiliate ID']),
    ...(isMeasured ? [] : ['Registrations']),
  ]
}

/** What the columns of a table of months hold, by the kit that knows most of them; null where none names the month. */
export function findMonthColumns(
  heads: readonly string[],
  kits: readonly TotalColumnNames[],
  usual: TotalColumnNames,
): TotalColumns['targets'] | null {
  const months = ['mes', 'mês', 'period', 'periodo', ...(usual.columns['day'] ?? [])]
  const matched = kits.map(
    (kit) => matchColumns(heads, { ...kit, columns: { month: months, ...kit.columns } }, usual).targets,
  )
  const countOf = (targets: TotalColumns['targets']) => targets.filter((target) => target !== null).length
  const best = matched.toSorted((one, other) => countOf(other) - countOf(one))[0]!
  return best.includes('month') ? best : null
}

/** What the columns of a list of players hold; null where the file is none: it names players, their links and days. */
export function findPlayerColumns(heads: readonly string[], kit: TotalColumnNames): TotalColumns | null {
  const matched = matchColumns(heads, kit, kit)
  return ['player', 'link', 'registered'].every((target) => matched.targets.includes(target)) ? matched : null
}

/** A column of movement that totals are booked in. */
export interface TotalMeasureColumn {
  readonly name: string
  readonly isMoney: boolean
  readonly isByProduct: boolean
}

/** Totals of a link's day by product, each by column of movement; money in cents. */
export type DayTotals = ReadonlyMap<Product | 'none', ReadonlyMap<string, bigint>>

/** What a row tells. */
export interface ToldTotals {
  readonly totals: DayTotals
  /** Over all products, by measure, as the file states it. */
  readonly stated: ReadonlyMap<string, bigint>
}

/** Why a row of totals cannot be taken. */
export type TotalProblem = 'invalid_moment' | 'invalid_product' | 'invalid_amount'

const amountPattern = /^-?\d{1,13}(?:\.\d{1,2}0*)?$/
const countPattern = /^\d{1,12}(?:\.0+)?$/

function centsIn(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.replace('-', '').split('.')
  const cents = BigInt(whole) * 100n + BigInt(decimals.slice(0, 2).padEnd(2, '0'))
  return amount.startsWith('-') ? -cents : cents
}

/** The sums of one product as told: what is missing of them follows from what is there. */
function completed(told: Map<string, bigint>): void {
  const of = (name: string) => told.get(name) ?? 0n
  const ngr = told.get('ngr')
  const ggr = statedGgr(told)
  told.delete('ggr')
  told.delete('ngr')
  if (ggr !== undefined && !told.has('payout')) told.set('payout', of('turnover') - ggr)
  else if (ggr !== undefined && !told.has('turnover')) told.set('turnover', ggr + of('payout'))
  if (ngr === undefined) return
  const costs = of('turnover') - of('payout') - ngr - of('bonus') - of('chargebacks')
  if (costs === 0n) return
  const column = !told.has('bonus') && costs > 0n ? 'bonus' : 'chargebacks'
  told.set(column, of(column) + costs)
}

/** Gross revenue as stated, or what net revenue and costs come to where nothing else says it; else undefined. */
function statedGgr(told: ReadonlyMap<string, bigint>): bigint | undefined {
  const of = (name: string) => told.get(name) ?? 0n
  if (told.has('ggr') || told.has('payout') || !told.has('ngr')) return told.get('ggr')
  return of('ngr') + of('bonus') + of('chargebacks')
}

/**
 * The totals that a row tells, as movement books them: what belongs to a product on that, the rest on none.
 * @param raw amounts in plain form, by target
 * @param options `product` where the row names none
 */
export function readDayTotals(
  raw: Readonly<Record<string, string>>,
  { columns, product: usual }: { columns: readonly TotalMeasureColumn[]; product: Product },
): ToldTotals | TotalProblem {
  if (!isDay(raw.day)) return 'invalid_moment'
  const named = raw.product || usual
  if (!products.some((each) => each === named)) return 'invalid_product'
  const told = new Map<Product, Map<string, bigint>>()
  const common = new Map<string, bigint>()
  const stated = new Map<string, bigint>()
  const known = new Map(columns.map((column) => [column.name, column]))
  for (const [target, text] of Object.entries(raw)) {
    if (keys.includes(target) || text.trim() === '' || text.trim() === '-') continue
    const [first, second] = target.split('.') as [string, string?]
    const [product, measure] = second === undefined ? [named as Product, first] : [first as Product, second]
    const column = known.get(measure) ?? { isMoney: true, isByProduct: true }
    if (!(column.isMoney ? amountPattern : countPattern).test(text.trim())) return 'invalid_amount'
    const value = column.isMoney ? centsIn(text.trim()) : BigInt(text.trim().split('.')[0]!)
    const sums = column.isByProduct ? (told.get(product) ?? new Map<string, bigint>()) : common
    if (column.isByProduct) told.set(product, sums)
    sums.set(measure, (sums.get(measure) ?? 0n) + value)
    stated.set(measure, (stated.get(measure) ?? 0n) + value)
  }
  for (const sums of told.values()) completed(sums)
  const all: [Product | 'none', Map<string, bigint>][] = [...told, ['none', common]]
  return { totals: new Map(all.filter(([, sums]) => [...sums.values()].some((value) => value !== 0n))), stated }
}

/** What control totals compare by month. */
export const controlMeasures = [
  'clicks',
  'registrations',
  'ftd',
  'deposit_count',
  'deposits',
  'turnover',
  'ggr',
  'ngr',
] as const

/** Adds what a row states to the control totals of its month; what is not stated follows from what is. */
export function addStated(months: Map<string, Map<string, bigint>>, day: string, stated: ToldTotals['stated']): void {
  const month = day.slice(0, 7)
  const sums = months.get(month) ?? new Map<string, bigint>()
  months.set(month, sums)
  const of = (name: string) => stated.get(name) ?? 0n
  const isPlayed = stated.has('turnover') || stated.has('payout')
  const ggr = statedGgr(stated)
  const turnover = stated.get('turnover') ?? (ggr !== undefined && stated.has('payout') ? ggr + of('payout') : 0n)
  const gross = ggr ?? (isPlayed ? turnover - of('payout') : 0n)
  const all = { turnover, ggr: gross, ngr: stated.get('ngr') ?? gross - of('bonus') - of('chargebacks') }
  for (const name of controlMeasures)
    sums.set(name, (sums.get(name) ?? 0n) + (name in all ? all[name as keyof typeof all] : of(name)))
}
