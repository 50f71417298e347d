import { describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { choice, list, percent, text } from '#engine/declaration/fields/index.ts'
import { defineChoices } from '#engine/declaration/choices.ts'
import { recordJsonSchema } from '#engine/declaration/derive/schemas.ts'
import { validateRecord } from '#engine/declaration/derive/validator.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { type AnyResource, defineResource } from '#engine/declaration/resource.ts'

const way = defineChoices('way', ['share', 'amount', 'gift'])
/**
 * Rows with a field that depends on the row, one that depends on the record, and one on a field of the row that depends
 * on the record itself.
 */
const offer = defineResource({
  name: 'offer',
  path: '/registers/offer',
  title: 'name',
  fields: {
    name: text({ required: true }),
    kind: choice(defineChoices('offerKind', ['plain', 'rich'])),
    steps: list(
      {
        way: choice(way, { required: true }),
        share: percent({ required: true }),
        note: text(),
        gift: text({ required: true }),
      },
      { visibleWhen: { share: { way: 'share' }, note: { kind: 'rich' }, gift: { note: 'gift' } } },
    ),
  },
  list: { columns: ['name'], sort: ['name', 'ASC'] },
  form: { all: ['name', 'kind', 'steps'] },
  access: { role: 'campaign', scope: 'everyone' },
}) as unknown as AnyResource
const reward = resources.reward as unknown as AnyResource
const root = { kind: 'user', root: true, roles: new Set<never>() } as const
const create = (resource: AnyResource, input: AnyRecord) =>
  validateRecord({ resource, operation: 'create', input, actor: root })
const update = (resource: AnyResource, current: AnyRecord, input: AnyRecord) =>
  validateRecord({ resource, operation: 'update', current, input, actor: root })
const problems = (result: ReturnType<typeof validateRecord>) =>
  result.ok ? [] : result.problems.map(({ field, code }) => `${field}: ${code}`)

describe('a field inside rows that counts only sometimes', () => {
  it('is asked for where a field of its row says so, and refused where it does not', () => {
    expect(
      problems(create(offer, { name: 'A', steps: [{ way: 'share' }, { way: 'amount' }, { way: 'amount', share: 5 }] })),
    ).toEqual(['steps.0.share: required', 'steps.2.share: not_applicable'])
  })
  it('depends on the record around the rows', () => {
    expect(problems(create(offer, { name: 'A', kind: 'plain', steps: [{ way: 'amount', note: 'x' }] }))).toEqual([
      'steps.0.note: not_applicable',
    ])
    expect(create(offer, { name: 'A', kind: 'rich', steps: [{ way: 'amount', note: 'x' }] })).toMatchObject({
      ok: true,
      values: { steps: [{ way: 'amount', note: 'x' }] },
    })
  })
  it('depends on a field of the row only while that one counts itself', () => {
    expect(problems(create(offer, { name: 'A', kind: 'rich', steps: [{ way: 'amount', note: 'gift' }] }))).toEqual([
      'steps.0.gift: required',
    ])
    expect(
      problems(create(offer, { name: 'A', kind: 'plain', steps: [{ way: 'amount', note: 'gift', gift: 'hat' }] })),
    ).toEqual(['steps.0.note: not_applicable', 'steps.0.gift: not_applicable'])
  })
  it('is let go of stored rows when another field of the record ends it, and asked for when one begins it', () => {
    const current = { id: 1, name: 'A', kind: 'rich', steps: [{ way: 'amount', share: null, note: 'x', gift: null }] }
    expect(update(offer, current, { kind: 'plain' })).toEqual({
      ok: true,
      values: { kind: 'plain', steps: [{ way: 'amount', share: null, note: null, gift: null }] },
    })
    const gifts = { ...current, kind: 'plain', steps: [{ way: 'amount', share: null, note: 'gift', gift: null }] }
    expect(problems(update(offer, gifts, { kind: 'rich' }))).toEqual(['steps.0.gift: required'])
  })
  it('says so in the API’s document, and may be empty there', () => {
    const { properties } = recordJsonSchema({ resource: offer, shape: 'create' }) as {
      properties: { steps: { items: { required: string[]; properties: Record<string, AnyRecord> } } }
    }
    expect(properties.steps.items.required).toEqual(['way'])
    expect(properties.steps.items.properties['share']).toMatchObject({
      type: ['number', 'null'],
      description: expect.stringContaining('Counts only while way is share'),
    })
  })
})

describe('the tiers of a reward', () => {
  const bets = { name: 'R', productType: 'bets', subType: 'ngr', calculation: 'dynamic' }
  const cpa = { name: 'R', productType: 'cpa', subType: 'player', calculation: 'dynamic' }
  it('take percentages for the products and values for CPA, and nothing of the other', () => {
    expect(problems(create(reward, { ...bets, tiers: [{ from: 0, percentage: 10, value: 5 }] }))).toEqual([
      'tiers.0.value: not_applicable',
    ])
    expect(problems(create(reward, { ...bets, tiers: [{ from: 0 }] }))).toEqual(['tiers.0.percentage: required'])
    expect(problems(create(reward, { ...cpa, tiers: [{ from: 3, value: 275, percentage: 10 }] }))).toEqual([
      'tiers.0.percentage: not_applicable',
    ])
    expect(problems(create(reward, { ...cpa, tiers: [{ from: 3 }] }))).toEqual(['tiers.0.value: required'])
  })
  it('take the 0 or nothing that clients send along for the other, and store nothing', () => {
    for (const value of [0, '', null]) {
      expect(create(reward, { ...bets, tiers: [{ from: 0, percentage: 10, value }] })).toMatchObject({
        ok: true,
        values: { tiers: [{ from: 0, percentage: 10, value: null }] },
      })
    }
    expect(create(reward, { ...cpa, tiers: [{ from: 3, percentage: 0, value: 275 }] })).toMatchObject({
      ok: true,
      values: { tiers: [{ from: 3, percentage: null, value: 275 }] },
    })
  })
  it('stay what they are where they were stored with a 0 of the other and nobody changes them', () => {
    const current = {
      id: 1,
      ...bets,
      tierMode: 'marginal',
      adminFee: 0,
      tiers: [{ from: 0, percentage: 10, value: 0 }],
    }
    expect(update(reward, current, { name: 'Q', tiers: current.tiers })).toEqual({ ok: true, values: { name: 'Q' } })
    expect(update(reward, current, { subType: 'ggr' })).toEqual({ ok: true, values: { subType: 'ggr' } })
  })
})
