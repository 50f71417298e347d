import type { SubType } from '#rules/commission/constants.ts'
import type { ratedRows } from '#rules/deals/playerShares.ts'
import { decimalsOf } from '#engine/values/currencies.ts'
import { allocateMoney, Decimal, type Money, roundMoney, sumMoney } from '#engine/values/money.ts'
import type { MovementRow } from './rollupSums.ts'

/** The key of movement a share of commission belongs to. */
export interface MovementKey {
  readonly brand: number
  readonly sub_brand: number
  readonly action: number
}

/** A day's increment of one product on one key; what a row of `commission` holds. */
export interface CommissionShare extends MovementKey {
  adminFee: Money
  reward: Money
  qtyCpa: number
}

type RatedRows = ReturnType<typeof ratedRows>

interface KeySums extends MovementKey {
  turnover: Decimal
  ggr: Decimal
  ngr: Decimal
  deposits: Decimal
}

type Weight = 'ngr' | 'ggr' | 'turnover' | 'deposits'

function keySums(rows: readonly MovementRow[]): KeySums[] {
  const found = new Map<string, KeySums>()
  for (const { brand, sub_brand, action, ...row } of rows) {
    const key = `${brand} ${sub_brand} ${action}`
    const sums = found.get(key) ?? {
      brand,
      sub_brand,
      action,
      turnover: new Decimal(0),
      ggr: new Decimal(0),
      ngr: new Decimal(0),
      deposits: new Decimal(0),
    }
    sums.deposits = sums.deposits.plus(row.deposits)
    sums.turnover = sums.turnover.plus(row.turnover)
    sums.ggr = sums.ggr.plus(row.turnover).minus(row.payout)
    sums.ngr = sums.ngr.plus(row.turnover).minus(row.payout).minus(row.bonus).minus(row.chargebacks)
    found.set(key, sums)
  }
  return [...found.values()]
}

/** Weights of an amount's own sign: who won bears a gain, who lost a loss; where nobody did, turnover decides. */
function weightsFor(keys: readonly KeySums[], measure: Weight, amount: Money): Decimal[] {
  const sign = amount.startsWith('-') ? -1 : 1
  const weights = keys.map((key) => Decimal.max(0, key[measure].times(sign)))
  return weights.some((weight) => !weight.isZero()) ? weights : keys.map((key) => Decimal.max(0, key.turnover))
}

/** What rows at rates of their own made of the base, by the keys: of each what is paid of it. */
function ratedKeys(keys: readonly KeySums[], rated: RatedRows): KeySums[] {
  return keys.map((key) => {
    const own = rated.filter(
      ({ row: { place } }) =>
        place?.brand === key.brand && place.subBrand === key.sub_brand && place.link === key.action,
    )
    const sumOf = (amountOf: (row: RatedRows[number]['row']) => Decimal) =>
      own.reduce((sum, { row, rate }) => sum.plus(amountOf(row).times(rate)), new Decimal(0))
    const ggrOf = (row: RatedRows[number]['row']) => new Decimal(row.turnover).minus(row.payout)
    return {
      ...key,
      turnover: sumOf((row) => new Decimal(row.turnover)),
      ggr: sumOf(ggrOf),
      ngr: sumOf((row) => ggrOf(row).minus(row.bonus).minus(row.chargebacks)),
      deposits: sumOf((row) => new Decimal(row.deposits)),
    }
  })
}

function split(
  amount: Money,
  keys: readonly KeySums[],
  { measure, currency }: { measure: Weight; currency: string | undefined },
): Money[] {
  if (keys.length === 1) return [amount]
  return allocateMoney({ amount, weights: weightsFor(keys, measure, amount), places: decimalsOf(currency) })
}

/**
 * Shares a day's increment of a product among the keys of movement, to the cent: by what each contributed that day to
 * the base (of the increment's sign), at its rate where places have rates of their own, by turnover
 * where none did. An increment without movement of the product (a deposit fulfils a trigger) goes to the keys of the
 * day's other rows.
 * @throws {Error} when an amount is to be shared on a day without any movement: that cannot come from movement
 */
export function allocateIncrement(input: {
  adminFee: Money
  reward: Money
  subType: SubType
  productRows: readonly MovementRow[]
  dayRows: readonly MovementRow[]
  /** The product's rows with their rates, where overrides say some. */
  rated?: RatedRows
  currency?: string | undefined
}): CommissionShare[] {
  const rows = input.productRows.length > 0 && input.subType !== 'deposits' ? input.productRows : input.dayRows
  const [only] = rows
  if (only && rows.length === 1) {
    const { brand, sub_brand, action } = only
    return [{ brand, sub_brand, action, adminFee: input.adminFee, reward: input.reward, qtyCpa: 0 }]
  }
  const keys = keySums(rows)
  if (keys.length === 0) throw new Error('There is no movement to share an amount among.')
  const measure = input.subType === 'player' || input.subType === 'theoretical' ? 'turnover' : input.subType
  const { currency } = input
  const adminFees = split(input.adminFee, keys, { measure: 'ggr', currency })
  const weighed = input.rated?.length ? ratedKeys(keys, input.rated) : keys
  const isWeighed = weighed.some((key) => !key[measure].isZero())
  const rewards = split(input.reward, isWeighed ? weighed : keys, { measure, currency })
  return keys.map(({ brand, sub_brand, action }, index) => ({
    brand,
    sub_brand,
    action,
    adminFee: adminFees[index]!,
    reward: rewards[index]!,
    qtyCpa: 0,
  }))
}

/**
 * Each key its part by its number of players, or by what is paid for each where that differs; where some are taken back,
 * with its sign, the last takes what is left.
 */
function sharesOfPlayers(input: Parameters<typeof allocatePlayers>[0]): Money[] {
  const isPlaced = input.qualified.some(({ override, stage }) => Boolean(override ?? stage))
  const values = input.qualified.map(
    ({ value, count }) =>
      // Beside those that are paid by an override, and further parts, the others are worth what the rule pays.
      new Decimal(value ?? (isPlaced ? new Decimal(input.each ?? 0).times(count) : 0)),
  )
  const isValued = values.some((value) => !value.isZero())
  const weights = isValued ? values : input.qualified.map(({ count }) => new Decimal(count))
  const places = decimalsOf(input.currency)
  if (weights.every((weight) => !weight.isNegative())) return allocateMoney({ amount: input.reward, weights, places })
  const all = weights.reduce((sum, weight) => sum.plus(weight), new Decimal(0))
  const usual = isValued ? 1 : (input.each ?? 0)
  const each = all.isZero() ? new Decimal(usual) : new Decimal(input.reward).dividedBy(all)
  const shares = weights.map((weight) => roundMoney(each.times(weight), places))
  const rest = shares.slice(0, -1).reduce((left, share) => left.minus(share), new Decimal(input.reward))
  return [...shares.slice(0, -1), roundMoney(rest)]
}

/** Shares a day's CPA amount among the keys of the players that qualified that day, by their number. */
export function allocatePlayers(input: {
  reward: Money
  qualified: readonly (MovementKey & {
    count: number
    value?: string | null
    override?: string | null
    stage?: string | null
  })[]
  dayRows: readonly MovementRow[]
  /** What the rule pays for a player, where as many are taken back as qualify. */
  each?: number | string | null | undefined
  currency?: string | undefined
}): CommissionShare[] {
  if (input.qualified.length === 0) {
    return allocateIncrement({
      adminFee: '0.00',
      reward: input.reward,
      subType: 'player',
      productRows: [],
      dayRows: input.dayRows,
      currency: input.currency,
    })
  }
  const rewards = sharesOfPlayers(input)
  const shares = input.qualified.map(({ brand, sub_brand, action, count }, index) => ({
    brand,
    sub_brand,
    action,
    adminFee: '0.00' as Money,
    reward: rewards[index]!,
    qtyCpa: count,
  }))
  return oneOfEachKey(shares)
}

/** Players of a key at different values are one row of it. */
function oneOfEachKey(shares: readonly CommissionShare[]): CommissionShare[] {
  const found = new Map<string, CommissionShare>()
  for (const share of shares) {
    const key = `${share.brand} ${share.sub_brand} ${share.action}`
    const other = found.get(key)
    if (!other) found.set(key, share)
    else {
      other.reward = sumMoney([other.reward, share.reward])
      other.qtyCpa += share.qtyCpa
    }
  }
  return [...found.values()]
}
