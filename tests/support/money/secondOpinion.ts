/**
 * The commission of a programme worked out a second time, plainly and slowly, from the list of what happened: the rules
 * of the domain as one reads them. It shares nothing with the close, so that
 * a mistake there is not made here as well.
 */
import { Decimal } from 'decimal.js'
import type { RewardTerms } from './world.ts'

const products = ['bets', 'games', 'lotto'] as const

/** Something that happened to a player of an affiliate; `minute` of the day orders the facts of a day. */
export interface Fact {
  readonly day: string
  readonly minute: number
  readonly type: 'registration' | 'bet' | 'win' | 'bonus' | 'chargeback' | 'deposit'
  readonly player: string
  readonly product: (typeof products)[number] | null
  readonly amount: number
}

/** An affiliate: what happened, and by which rules it earns. */
export interface Earner {
  readonly facts: readonly Fact[]
  readonly rewards: readonly RewardTerms[]
  readonly carryOver: 'none' | 'full'
}

/**
 * What an affiliate accumulated from the first of the month to a day. Admin fees and rewards are the cents that are
 * stored.
 */
export interface Accumulated {
  readonly turnover: Decimal
  readonly ggr: Decimal
  readonly admin_fee: Decimal
  readonly ngr: Decimal
  readonly affiliate_reward: Decimal
}

/** What a formula of a level reads. */
export type Words = Accumulated & {
  readonly gross_value: Decimal
  readonly abatment: Decimal
  readonly value: Decimal
  readonly percentage: Decimal
}

/** A partner; `formula` is its level's expression as a function, `affiliates` all those below it. */
export interface PartnerTerms {
  readonly id: number
  readonly parent: number | null
  readonly percentage: number
  readonly abatement: number
  readonly affiliates: readonly number[]
  readonly formula: (words: Words) => Decimal
}

const zero = new Decimal(0)
const cents = (amount: Decimal) => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
const percent = (amount: Decimal, rate: number | undefined) => amount.times(rate ?? 0).dividedBy(100)
const sum = (amounts: readonly (Decimal | number)[]) =>
  amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero)
const monthOf = (day: string) => day.slice(0, 7)

function rated(terms: RewardTerms, base: Decimal): Decimal {
  const isCpa = terms.productType === 'cpa'
  const worth = (part: Decimal, rate: { percentage?: number; value?: number }) =>
    isCpa ? part.times(rate.value ?? 0) : percent(part, rate.percentage)
  if (terms.calculation !== 'dynamic') return worth(base, terms)
  const tiers = terms.tiers!
  if (base.lessThan(0)) return worth(base, tiers[0]!)
  if (terms.tierMode === 'whole')
    return worth(
      base,
      tiers.findLast(({ from }) => base.gte(from))!,
    )
  // A tier of players from 3 begins with the 3rd: two players lie below it.
  const start = (from: number) => Math.max(0, isCpa ? from - 1 : from)
  return sum(
    tiers.map((tier, index) => {
      const end = tiers[index + 1] ? Decimal.min(base, start(tiers[index + 1]!.from)) : base
      return worth(Decimal.max(0, end.minus(start(tier.from))), tier)
    }),
  )
}

/** Whether a trigger holds for some facts. `firstDeposits`: those of them that are the first of their players. */
function isTriggered(terms: RewardTerms, facts: readonly Fact[], firstDeposits: ReadonlySet<Fact>): boolean {
  if (!terms.triggerCondition) return true
  const of = (type: Fact['type']) =>
    facts.filter(
      (fact) =>
        fact.type === type &&
        (fact.product === null || terms.productType === 'cpa' || fact.product === terms.productType),
    )
  const counted = {
    registration: () => of('registration').map((fact) => ({ ...fact, amount: 1 })),
    first_deposit: () => of('deposit').filter((fact) => firstDeposits.has(fact)),
    deposit: () => of('deposit'),
    turnover: () => of('bet'),
    bets: () => of('bet'),
    ggr: () => [...of('bet'), ...of('win').map((fact) => ({ ...fact, amount: -fact.amount }))],
  }[terms.triggerCondition]!().map(({ amount }) => new Decimal(amount))
  const actual = {
    sum: sum(counted),
    count: new Decimal(counted.length),
    max: Decimal.max(0, ...counted),
    first: counted[0] ?? zero,
  }[terms.triggerOperation!]!
  return actual.gte(terms.triggerComparison!.slice('>= '.length))
}

function inOrder(facts: readonly Fact[]): Fact[] {
  return facts.toSorted((one, other) =>
    one.day === other.day ? one.minute - other.minute : one.day < other.day ? -1 : 1,
  )
}

/** The day on which each player qualifies for CPA: the first on which its whole life fulfils the trigger. */
function qualifiedDays(terms: RewardTerms, facts: readonly Fact[], firstDeposits: ReadonlySet<Fact>): string[] {
  return [...Map.groupBy(facts, ({ player }) => player).values()].flatMap(
    (life) =>
      [...new Set(life.map(({ day }) => day))].find((day) =>
        isTriggered(
          terms,
          life.filter((fact) => fact.day <= day),
          firstDeposits,
        ),
      ) ?? [],
  )
}

/**
 * What an affiliate accumulated and what its entry is worth, day by day.
 * @param days whole months, in order
 */
export function earningsOf(
  { facts: unordered, rewards, carryOver }: Earner,
  days: readonly string[],
): Map<string, Accumulated & { readonly entry: Decimal }> {
  const facts = inOrder(unordered)
  const firstDeposits = new Set(
    [
      ...Map.groupBy(
        facts.filter(({ type }) => type === 'deposit'),
        ({ player }) => player,
      ).values(),
    ].map(([first]) => first!),
  )
  const cpa = rewards.find(({ productType }) => productType === 'cpa')!
  const qualified = qualifiedDays(cpa, facts, firstDeposits)
  const found = new Map<string, Accumulated & { entry: Decimal }>()
  const [opening, closing] = [new Map<string, Decimal>(), new Map<string, Decimal>()]
  let before = zero
  for (const [index, day] of days.entries()) {
    if (index === 0 || monthOf(day) !== monthOf(days[index - 1]!)) {
      before = zero
      for (const [product, balance] of closing) opening.set(product, balance)
    }
    const period = facts.filter((fact) => monthOf(fact.day) === monthOf(day) && fact.day <= day)
    const parts = products.map((product) => {
      const terms = rewards.find(({ productType }) => productType === product)!
      const of = (type: Fact['type']) =>
        sum(period.filter((fact) => fact.type === type && fact.product === product).map(({ amount }) => amount))
      const turnover = of('bet')
      const ggr = turnover.minus(of('win'))
      const fee = percent(Decimal.max(0, ggr), terms.adminFee)
      const ngr = ggr.minus(of('bonus')).minus(fee).minus(of('chargeback'))
      const amount = isTriggered(terms, period, firstDeposits)
        ? rated(terms, { turnover, ggr, ngr }[terms.subType as 'ngr'])
        : zero
      const total = amount.plus(carryOver === 'full' ? (opening.get(product) ?? 0) : 0)
      closing.set(product, Decimal.min(0, total))
      return {
        turnover,
        ggr,
        admin_fee: cents(fee),
        ngr: ngr.plus(fee).minus(cents(fee)),
        reward: cents(Decimal.max(0, total)),
      }
    })
    const players = qualified.filter((each) => monthOf(each) === monthOf(day) && each <= day).length
    const earned = sum(parts.map(({ reward }) => reward)).plus(cents(rated(cpa, new Decimal(players))))
    const add = (name: 'turnover' | 'ggr' | 'admin_fee' | 'ngr') => sum(parts.map((part) => part[name]))
    found.set(day, {
      turnover: add('turnover'),
      ggr: add('ggr'),
      admin_fee: add('admin_fee'),
      ngr: add('ngr'),
      affiliate_reward: earned,
      entry: earned.minus(before),
    })
    before = earned
  }
  return found
}

/**
 * What the entries of partners are worth, by id and day. Nothing accumulated is rounded but what is stored.
 * @param partners parents before those below them
 */
export function partnerEntries(
  partners: readonly PartnerTerms[],
  accumulated: ReadonlyMap<number, ReadonlyMap<string, Accumulated>>,
  days: readonly string[],
): Map<number, Map<string, Decimal>> {
  const earned = new Map<number, Map<string, Decimal>>()
  for (const { id, parent, percentage, abatement, affiliates, formula } of partners) {
    earned.set(
      id,
      new Map(
        days.map((day) => {
          const of = (name: keyof Accumulated) =>
            sum(affiliates.map((affiliate) => accumulated.get(affiliate)!.get(day)![name]))
          const sums = {
            turnover: of('turnover'),
            ggr: of('ggr'),
            admin_fee: of('admin_fee'),
            ngr: of('ngr'),
            affiliate_reward: of('affiliate_reward'),
          }
          const gross_value = sums.ngr.minus(sums.affiliate_reward)
          const abatment = percent(Decimal.max(0, gross_value), abatement)
          const value = parent === null ? gross_value.minus(abatment) : earned.get(parent)!.get(day)!
          return [
            day,
            cents(
              Decimal.max(
                0,
                formula({ ...sums, gross_value, abatment, value, percentage: percent(new Decimal(1), percentage) }),
              ),
            ),
          ]
        }),
      ),
    )
  }
  return new Map(
    [...earned].map(([id, byDay]) => [
      id,
      new Map(
        days.map((day, index) => {
          const last = days[index - 1]
          return [
            day,
            last && monthOf(last) === monthOf(day) ? byDay.get(day)!.minus(byDay.get(last)!) : byDay.get(day)!,
          ]
        }),
      ),
    ]),
  )
}
