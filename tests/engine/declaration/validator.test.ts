import { describe, expect, it } from 'vitest'
import { affiliate } from '#resources/affiliate.ts'
import { brand } from '#resources/brand.ts'
import { campaign } from '#resources/campaign.ts'
import { reward } from '#resources/reward.ts'
import { rewardProfile } from '#resources/rewardProfile.ts'
import { user } from '#resources/user.ts'
import { validateInput, validateRecord } from '#engine/declaration/derive/validator.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'

const root = { kind: 'user', root: true, roles: new Set<never>() } as const
const staff = (...roles: string[]) => ({
  kind: 'user' as const,
  root: false,
  roles: new Set(roles) as unknown as ReadonlySet<never>,
})

const goodAffiliate = {
  name: 'Ana',
  cpf: '529.982.247-25',
  email: 'ana@example.com',
  documentType: 'cpf',
  document: '529.982.247-25',
  rewardProfile: 1,
  brands: [1],
}
const create = (resource: AnyResource, input: unknown, actor: Parameters<typeof validateRecord>[0]['actor'] = root) =>
  validateRecord({ resource, operation: 'create', input, actor })
const update = (
  resource: AnyResource,
  current: AnyRecord,
  input: unknown,
  actor: Parameters<typeof validateRecord>[0]['actor'] = root,
) => validateRecord({ resource, operation: 'update', input, current, actor })
const problems = (result: ReturnType<typeof validateRecord>) =>
  result.ok ? [] : result.problems.map(({ field, code }) => `${field}: ${code}`)

describe('a new record', () => {
  it('is normalised and filled with defaults', () => {
    const result = create(affiliate, goodAffiliate)
    expect(result).toMatchObject({
      ok: true,
      values: {
        cpf: '52998224725',
        document: '52998224725',
        paymentType: 'manual',
        paymentKey: null,
        partner: null,
        alias: null,
      },
    })
  })
  it('says everything that is wrong at once', () => {
    expect(
      problems(create(affiliate, { cpf: '111.111.111-11', email: 'nobody', documentType: 'visa', brands: [] })).sort(),
    ).toEqual([
      'brands: too_few_items',
      'cpf: invalid_cpf',
      'document: required',
      'documentType: invalid_choice',
      'email: invalid_email',
      'name: required',
      'rewardProfile: required',
    ])
  })
  it('refuses what it does not know, what the server sets and what is no object', () => {
    expect(problems(create(campaign, { name: 'Summer', brand: 1, colour: 'red', id: 7 }))).toEqual([
      'colour: unknown_property',
      'id: read_only',
    ])
    for (const input of [null, [], 'name', 7]) expect(problems(create(campaign, input))).toEqual(['root: invalid_type'])
  })
  it('does not take names of the language for fields', () => {
    expect(
      problems(
        create(campaign, JSON.parse('{"name":"Summer","brand":1,"constructor":1,"__proto__":{"a":1},"toString":2}')),
      ).sort(),
    ).toEqual(['__proto__: unknown_property', 'constructor: unknown_property', 'toString: unknown_property'])
  })
  it.each([
    ['NUL', 'a\u0000b', 'unstorable_characters'],
    ['half a surrogate pair', 'a\ud800', 'unstorable_characters'],
    ['a number', 12, 'invalid_type'],
    ['121 characters', 'x'.repeat(121), 'too_long'],
    ['blanks alone', '   ', 'required'],
  ])('refuses a name that is %s', (_, name, code) => {
    expect(problems(create(campaign, { name, brand: 1 }))).toEqual([`name: ${code}`])
  })
  it.each([0, -1, 1.5, '1', 2 ** 53, true, {}])('refuses %j as a reference', (brand) => {
    expect(problems(create(campaign, { name: 'Summer', brand }))).toEqual(['brand: invalid_brand'])
  })
})

describe('a field that counts only sometimes', () => {
  it('is refused where it does not count, and asked for where it does', () => {
    expect(problems(create(affiliate, { ...goodAffiliate, paymentKeyType: 'cpf', paymentKey: '52998224725' }))).toEqual(
      ['paymentKeyType: not_applicable', 'paymentKey: not_applicable'],
    )
    const automatic = create(affiliate, {
      ...goodAffiliate,
      paymentType: 'automatic',
      paymentKeyType: 'email',
      paymentKey: 'ANA@Example.com',
    })
    expect(automatic).toMatchObject({ ok: true, values: { paymentKey: 'ana@example.com' } })
  })
  it('may carry its default, as forms send it', () => {
    expect(
      create(reward, {
        name: 'CPA',
        productType: 'cpa',
        subType: 'player',
        calculation: 'fixed',
        adminFee: 0,
        tierMode: 'marginal',
        tiers: [],
        value: 250,
      }),
    ).toMatchObject({ ok: true })
  })
  it('is empty to whoever changes the record: sent back so it stays, and its kept value is no answer', () => {
    const kept = { paymentKeyType: 'email', paymentKey: 'ana@example.com' }
    const current = { ...goodAffiliate, id: 1, paymentType: 'manual', ...kept }
    const empty = { paymentKeyType: null, paymentKey: null }
    expect(update(affiliate, current, { ...empty, alias: 'Ana' })).toEqual({ ok: true, values: { alias: 'Ana' } })
    expect(problems(update(affiliate, current, kept))).toEqual([
      'paymentKeyType: not_applicable',
      'paymentKey: not_applicable',
    ])
    expect(update(affiliate, current, { paymentType: 'automatic', ...empty })).toMatchObject({ values: empty })
  })
  it('is checked again when the field it depends on changes', () => {
    const current = { ...goodAffiliate, id: 1, documentType: 'cpf', document: '52998224725', paymentType: 'manual' }
    expect(problems(update(affiliate, current, { documentType: 'cnpj' }))).toEqual(['document: invalid_cnpj'])
  })
})

describe('a changed record', () => {
  const current = {
    id: 3,
    version: 2,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    name: 'Summer',
    brand: 1,
    promoCode: null,
  }
  it('keeps what is not named', () => {
    expect(update(campaign, current, { name: 'Winter' })).toEqual({ ok: true, values: { name: 'Winter' } })
  })
  it('takes its own read-only fields back unchanged, and refuses them changed', () => {
    expect(update(campaign, current, { ...current, name: 'Winter' })).toEqual({ ok: true, values: { name: 'Winter' } })
    expect(problems(update(campaign, current, { ...current, createdAt: '2020-01-01T00:00:00.000Z' }))).toEqual([
      'createdAt: read_only',
    ])
  })
  it('keeps what may be set at the start only', () => {
    const stored = {
      id: 1,
      name: 'R',
      productType: 'bets',
      subType: 'ngr',
      calculation: 'fixed',
      percentage: 30,
      adminFee: 0,
      tiers: [],
    }
    expect(problems(update(reward, stored, { productType: 'games' }))).toEqual(['productType: create_only'])
    expect(update(reward, stored, { productType: 'bets', percentage: 35 })).toEqual({
      ok: true,
      values: { percentage: 35 },
    })
  })
  it('takes a masked value back as unchanged', () => {
    const stored = { ...goodAffiliate, id: 1, cpf: '52998224725', document: '52998224725', paymentType: 'manual' }
    expect(update(affiliate, stored, { cpf: '***.982.247-**', alias: 'Aninha' })).toEqual({
      ok: true,
      values: { alias: 'Aninha' },
    })
  })
  it('cannot be emptied of what is required', () => {
    expect(problems(update(campaign, current, { name: '' }))).toEqual(['name: required'])
  })
})

describe('rights on fields', () => {
  const stored = {
    ...goodAffiliate,
    id: 1,
    cpf: '52998224725',
    document: '52998224725',
    paymentType: 'automatic',
    paymentKeyType: 'cpf',
    paymentKey: '52998224725',
  }
  it('hold for writing', () => {
    expect(problems(update(affiliate, stored, { paymentKey: '11144477735' }, staff('affiliate')))).toEqual([
      'paymentKey: field_forbidden',
    ])
    expect(update(affiliate, stored, { paymentKey: '111.444.777-35' }, staff('affiliate', 'financial'))).toMatchObject({
      ok: true,
      values: { paymentKey: '11144477735' },
    })
  })
  it('do not let anyone guess a hidden value by sending it', () => {
    expect(problems(update(affiliate, stored, { paymentKey: '52998224725' }, staff('affiliate')))).toEqual([
      'paymentKey: field_forbidden',
    ])
  })
  it('keep root to root', () => {
    expect(problems(update(user, { id: 1, name: 'U', root: false }, { root: true }, staff('user')))).toEqual([
      'root: field_forbidden',
    ])
    expect(update(user, { id: 1, name: 'U', root: false }, { root: false, name: 'V' }, staff('user'))).toMatchObject({
      ok: true,
    })
  })
})

describe('business rules', () => {
  it('hold payments by hand to documents without a tax id', () => {
    const input = {
      ...goodAffiliate,
      documentType: 'email',
      document: 'ana@example.com',
      paymentType: 'automatic',
      paymentKeyType: 'email',
      paymentKey: 'ana@example.com',
    }
    expect(problems(create(affiliate, input))).toEqual(['paymentType: payment_type_must_be_manual'])
  })
  it('ask a profile for exactly four different rewards', () => {
    expect(problems(create(rewardProfile, { name: 'P', rewards: [1, 2, 3] }))).toEqual(['rewards: wrong_count'])
    expect(problems(create(rewardProfile, { name: 'P', rewards: [1, 2, 3, 3] }))).toEqual(['rewards: duplicate_items'])
    expect(problems(create(rewardProfile, { name: 'P' }))).toEqual(['rewards: wrong_count'])
  })
  it('ask a password for each of its qualities, and its confirmation', () => {
    const input = { name: 'U', email: 'u@example.com', company: 1 }
    expect(problems(create(user, { ...input, password: 'xqv', passwordConfirmation: 'xqv' }))).toEqual([
      'password: password_too_short',
      'password: password_no_upper',
      'password: password_no_digit',
      'password: password_no_special',
    ])
    expect(problems(create(user, { ...input, password: 'Vx7#qLm2', passwordConfirmation: 'Vx7#qLm3' }))).toEqual([
      'passwordConfirmation: invalid_password_confirmation',
    ])
    expect(problems(create(user, { ...input, password: 'xqV7#', passwordConfirmation: 'xqv' }))).toEqual(
      expect.arrayContaining(['password: password_too_short', 'passwordConfirmation: invalid_password_confirmation']),
    )
    expect(problems(create(user, { ...input, password: 'Vx7#qLm2' }))).toEqual([
      'passwordConfirmation: invalid_password_confirmation',
    ])
  })
  it('name the row and the cell of a tier', () => {
    const input = {
      name: 'R',
      productType: 'bets',
      subType: 'ngr',
      calculation: 'dynamic',
      tiers: [{ from: 0, percentage: 25 }, { from: -1, percentage: 200 }, { form: 1 }],
    }
    expect(problems(create(reward, input))).toEqual([
      'tiers.1.from: too_small',
      'tiers.1.percentage: too_large',
      'tiers.2.form: unknown_property',
      'tiers.2.from: required',
      'tiers.2.percentage: required',
    ])
  })
})

describe('what an action takes', () => {
  it('is checked like a record', () => {
    const fields = affiliate.actions.setPaymentType.input!
    expect(validateInput({ fields, input: { paymentType: 'manual' } })).toEqual({
      ok: true,
      values: { paymentType: 'manual' },
    })
    expect(problems(validateInput({ fields, input: { paymentType: 'cash', note: 'x' } }))).toEqual([
      'note: unknown_property',
      'paymentType: invalid_choice',
    ])
    expect(problems(validateInput({ fields, input: {} }))).toEqual(['paymentType: required'])
  })
})

describe('a currency with more decimals than amounts have', () => {
  it('is refused with the reason, and not with a list of all others', () => {
    const problemOf = (currency: string) => {
      const result = validateInput({ fields: { currency: brand.fields.currency }, input: { currency } })
      return result.ok ? null : result.problems[0]!.code
    }
    expect(['KWD', 'CLF', 'XXX', 'JPY'].map(problemOf)).toEqual([
      'currency_decimals',
      'currency_decimals',
      'invalid_choice',
      null,
    ])
  })
})
