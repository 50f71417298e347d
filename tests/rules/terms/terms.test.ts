import '#tests/support/properties.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reward } from '#resources/reward.ts'
import { rewardProfile } from '#resources/rewardProfile.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { Field, FieldMap, Piece } from '#engine/declaration/fields/index.ts'
import { visibleRecord } from '#engine/declaration/derive/visibility.ts'
import { type RewardDraft, validateReward } from '#rules/commission/rewardRules.ts'
import { isRewardDealComplete } from '#rules/deals/dealRules.ts'
import { profileTerms, rewardTerms, conversionOf } from '#rules/terms/index.ts'
import type { FlatFields, DealTerm } from '#rules/terms/term.ts'

type Words = Record<string, unknown>

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Words without those that say nothing. */
const clean = (words: object): Words =>
  Object.fromEntries(
    Object.entries(words)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((each: object) => (typeof each === 'object' ? clean(each) : each)) : value,
      ]),
  )

const visible = (words: Words) => clean(visibleRecord({ resource: reward as unknown as AnyResource, record: words }))

/** Any value that a field takes, by its kind. */
const valueOf = (field: Field): fc.Arbitrary<unknown> => {
  const { kind, min = 0, max = 1_000, choices, items } = field
  if (kind === 'choice') return fc.constantFrom(...choices!.values)
  if (kind === 'list') return fc.array(rowOf(items!), { minLength: 1, maxLength: Math.min(Number(max), 3) })
  if (kind === 'integer') return fc.integer({ min: Number(min), max: Math.min(Number(max), Number(min) + 40) })
  if (kind === 'money') return fc.integer({ min: Number(min), max: 60 })
  if (kind === 'percent') return fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
  if (kind === 'boolean') return fc.constant(true)
  if (kind === 'date') return fc.constantFrom('2026-01-01', '2026-06-30')
  if (kind === 'reference') return fc.integer({ min: 1, max: 4 })
  return fc.constantFrom('BR', 'PT')
}

const rowOf = (items: FieldMap): fc.Arbitrary<Words> => {
  const required = Object.keys(items).filter((name) => items[name]!.required)
  return fc.record(Object.fromEntries(Object.entries(items).map(([name, field]) => [name, valueOf(field)])), {
    requiredKeys: required,
  })
}

/** A few of the words, none of them more likely than one in four. */
function someOf(fields: FieldMap, names: readonly string[]): fc.Arbitrary<Words> {
  return fc
    .tuple(
      ...names.map((name) =>
        fc.option(
          valueOf(fields[name]!).map((value) => [name, value] as const),
          { nil: null, freq: 3 },
        ),
      ),
    )
    .map((drawn) => drawn as (readonly [string, unknown] | null)[])
    .chain((drawn) =>
      fc
        .array(fc.integer({ min: 0, max: 3 }), { minLength: drawn.length, maxLength: drawn.length })
        .map((draws) => Object.fromEntries(drawn.filter((each, index) => each !== null && draws[index] === 0) as [])),
    )
}

const problemsOf = (words: Words) => [
  ...validateReward(words as RewardDraft),
  ...isRewardDealComplete(words as RewardDraft),
]

const fields = reward.fields as FieldMap
const dealWords = Object.keys(fields).filter(
  (name) =>
    fields[name]!.dated &&
    ![
      'subType',
      'calculation',
      'currency',
      'currencyAmounts',
      'triggerCondition',
      'triggerOperation',
      'triggerComparison',
    ].includes(name),
)

const bare = fc
  .record({
    productType: fc.constantFrom('bets', 'games', 'lotto', 'cpa'),
    calculation: fc.constantFrom('fixed', 'dynamic'),
    shared: fc.constantFrom('ngr', 'ggr', 'turnover', 'theoretical', 'deposits'),
  })
  .map(({ productType, calculation, shared }): Words => {
    const isCpa = productType === 'cpa'
    return { productType, calculation, subType: isCpa ? 'player' : shared, [isCpa ? 'value' : 'percentage']: 30 }
  })

/** Takes words out until nothing is wrong with those that are left; null where that never happens. */
function mended(words: Words): Words | null {
  const record: Words = { ...words }
  for (let tries = 0; tries < 60; tries += 1) {
    const [problem] = problemsOf(visible(record))
    if (!problem) return visible(record)
    const [name, place] = problem.field.split('.') as [string, string?]
    const rows = record[name]
    if (place !== undefined && Array.isArray(rows) && rows.length > 1)
      record[name] = rows.filter((_, index) => String(index) !== place)
    else if (isEmpty(record[name]) && problem.code === 'required') {
      const isCpa = record['productType'] === 'cpa'
      const asking: Words = {
        edge: { edge: 3 },
        loweredPercentage: { loweredPercentage: 10 },
        loweredValue: { loweredValue: 10 },
        launchMonths: { launchMonths: 3 },
        launchPercentage: { launchPercentage: 20 },
        launchValue: { launchValue: 20 },
        tierMonths: { tierMonths: 3 },
        flatFee: { flatFee: 5 },
        quarantineAbove: { quarantineAbove: 100 },
        playerCeilingAmount: { playerCeilingAmount: 9 },
        clawBack: { clawBack: 'any' },
        bands: { bands: [{ from: 5, value: 3 }] },
        bandFact: { bandFact: 'depositSum' },
        tierBase: { tierBase: 'firstDeposits', tierMode: 'whole' },
      }
      if (!asking[name]) return null
      Object.assign(record, asking[name], isCpa ? {} : {})
    } else if (problem.code === 'too_few_items' && name === 'tiers')
      record['tiers'] = [record['productType'] === 'cpa' ? { from: 2, value: 8 } : { from: 2, percentage: 8 }]
    else if (name === 'tierMode') record['tierMode'] = 'whole'
    else delete record[name]
  }
  return null
}

const flatReward = fc
  .tuple(bare, someOf(fields, dealWords))
  .map(([own, words]) => {
    const isCpa = own['productType'] === 'cpa'
    const other = isCpa ? 'percentage' : 'value'
    const { [other]: _, ...said } = words
    // Of rows each says the rate of its product alone.
    const rows = Object.entries(said).map(([name, value]) => [
      name,
      Array.isArray(value) && ['tiers', 'overrides'].includes(name)
        ? value.map((row: Words) => {
            const { [other]: __, ...kept } = row
            if (isCpa || name === 'tiers') return kept
            const { registeredBefore, percentage, brand, subBrand, campaign, link, country, promoCode } = kept
            return clean({ registeredBefore, percentage, brand, subBrand, campaign, link, country, promoCode })
          })
        : value,
    ])
    return mended({ ...Object.fromEntries(rows), ...own })
  })
  .filter((words) => words !== null)

const spelling = conversionOf(rewardTerms)
const typesOf = (terms: readonly { readonly type: string }[]) => new Set(terms.map(({ type }) => type))
const own = (words: FlatFields) =>
  Object.fromEntries(
    Object.entries(words).filter(
      ([name]) => !Object.values(rewardTerms).some(({ holds }) => (holds as readonly string[]).includes(name)),
    ),
  )

describe('a reward in flat fields', () => {
  it('is the same after it was turned into terms and back, whatever it says', () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(flatReward, (words) => {
        const terms = spelling.read(words).map(clean) as DealTerm[]
        for (const type of typesOf(terms)) seen.set(type, (seen.get(type) ?? 0) + 1)
        const { values, problems } = spelling.write(terms, words)
        expect(problems).toEqual([])
        expect(clean({ ...own(words), ...values })).toEqual(words)
      }),
      { numRuns: 10_000 },
    )
    // Every term was tried, and none only once or twice.
    expect(Object.keys(rewardTerms).filter((type) => (seen.get(type) ?? 0) < 40)).toEqual([])
  })
})

/** Terms as they are read: in the order of the registry, what goes without saying said, and the reward's own tiers. */
function asRead(terms: readonly DealTerm[], tiers: unknown): DealTerm[] {
  const order = Object.keys(rewardTerms)
  const way = ({ type, over, choose, how, per, cuts, value }: DealTerm) =>
    [over === 'player', ['mostSpecific', 'oldest', 'launch'].indexOf(String(choose)), how === 'atLeast']
      .concat(type === 'cap' && (per === 'period' || Boolean(cuts)), type === 'milestone' && !isEmpty(value))
      .reduce<number>((sum, each) => sum * 3 + Math.max(Number(each), 0), 0)
  const isOwn = ({ type, over }: DealTerm) => type === 'tiers' && over !== 'player'
  return (isEmpty(tiers) || terms.some(isOwn) ? terms : [...terms, { type: 'tiers' }])
    .map((term) => {
      if (term.type === 'playerCap' && !isEmpty(term['amount'])) return { by: 'amount', ...term }
      const isCut = term.type === 'cap' && term['cuts'] && term['per'] === 'month'
      if (term.type === 'cap' && (isCut || term['per'] === 'period'))
        return { ...term, per: 'period', measure: 'money', cuts: null }
      if (term.type === 'cap') return { ...term, cuts: null }
      if (term.type === 'tiers' && term['over'] === 'player') return { ...term, mode: null }
      if (term.type !== 'tiers') return term
      return {
        rows: tiers,
        ...term,
        over: 'affiliate',
        ...(isEmpty(term['by']) || term['mode'] ? {} : { mode: 'whole' }),
      }
    })
    .toSorted((one, other) => order.indexOf(one.type) - order.indexOf(other.type) || way(one) - way(other))
}

const tierOf = ({ productType }: Words) => ({ from: 2, [productType === 'cpa' ? 'value' : 'percentage']: 8 })

const anyTerm = fc.constantFrom(...Object.entries(rewardTerms)).chain(([type, piece]) => {
  const declared = (piece as unknown as Piece).fields
  return rowOf(declared)
    .filter((said) => Object.keys(said).length > 0)
    .map((said): DealTerm => ({ type, ...said }))
})

describe('the terms of a reward', () => {
  it('are the same after they were turned into flat fields and back, and a problem of a word names its term', () => {
    let tried = 0
    fc.assert(
      fc.property(bare, fc.array(anyTerm, { minLength: 1, maxLength: 5 }), (owned, drawn) => {
        let terms = drawn
        const record = { ...owned, ...(owned['calculation'] === 'dynamic' ? { tiers: [tierOf(owned)] } : {}) }
        for (let tries = 0; tries < 40; tries += 1) {
          const { values, problems, places } = spelling.write(terms, record)
          const words = clean({ ...record, ...values })
          const hidden = Object.keys(values).filter((name) => !isEmpty(values[name]) && !(name in visible(words)))
          const wrong = [
            ...problems.map(({ path }) => path),
            ...hidden.map((name) => places.get(name) ?? places.get(`${name}.0`)!),
            ...problemsOf(visible(words)).flatMap(({ field }) => {
              const held = [...places.keys()].filter((place) => field === place || field.startsWith(`${place}.`))
              return held.map((place) => places.get(place)!)
            }),
          ]
          if (wrong.length > 0) {
            const index = Number(wrong[0]!.split('.')[0])
            expect(terms[index]).toBeDefined()
            terms = terms.filter((_, place) => place !== index)
            continue
          }
          if (problemsOf(visible(words)).length > 0) return
          tried += 1
          const read = spelling.read(words).map(clean)
          expect(read).toEqual(asRead(terms, words['tiers']).map(clean))
          expect(clean({ ...record, ...spelling.write(read as DealTerm[], record).values })).toEqual(words)
          return
        }
      }),
      { numRuns: 12_000 },
    )
    expect(tried).toBeGreaterThan(6_000)
  })
})

describe('the terms of a profile', () => {
  it('say its carry-over and its referrals, and turn back into them', () => {
    const { read, write } = conversionOf(profileTerms)
    const names = Object.values(profileTerms).flatMap(({ holds }) => holds as readonly string[])
    fc.assert(
      fc.property(someOf(rewardProfile.fields as FieldMap, names), (words) => {
        const { values, problems } = write(read(words).map(clean) as DealTerm[], words)
        expect([clean(values), problems]).toEqual([clean(words), []])
      }),
      { numRuns: 10_000 },
    )
  })
})
