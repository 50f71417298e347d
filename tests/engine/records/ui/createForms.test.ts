import { describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { isVisible } from '#engine/declaration/derive/visibility.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { sectionsOf } from '#engine/records/ui/derivePages.ts'
import { initialValues } from '#engine/records/ui/form/formValues.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'

const root = actorWith([], { root: true })

/** What is typed in the form of a new record before anything is added: a password twice, a reward of each product. */
function controlsOf(resource: AnyResource, typed: AnyRecord = {}): string[] {
  const record = { ...initialValues(resource), ...typed }
  return sectionsOf({ resource, actor: root, operation: 'create' })
    .filter(({ isOptional }) => !isOptional)
    .flatMap(({ fields }) => fields)
    .filter(({ name, isReadOnly }) => !isReadOnly && isVisible({ resource, field: name, record }))
    .flatMap(({ name, field }) => {
      if (field.kind === 'password') return [name, field.confirmedBy!]
      return field.distinctBy ? Array.from({ length: field.count ?? 1 }, (_, index) => `${name}.${index}`) : [name]
    })
}

// The fields that the specification gives each entity (section 3), as they are called here.
const specified = {
  user: ['email', 'password', 'passwordConfirmation', 'company', 'allowedBrands', 'roles', 'language'],
  affiliate: ['token', 'cpf', 'email', 'paymentType', 'document', 'documentType', 'rewardProfile', 'alias'],
  action: ['campaign', 'subAffiliate', 'token', 'utmMedium', 'utmContent', 'domain'],
  partner: ['partnerLevel', 'token', 'paymentType'],
  partnerLevel: ['parent', 'expression'],
  campaign: ['name', 'brand', 'promoCode'],
  brand: ['site'],
  subBrand: ['site'],
  reward: [
    'productType',
    'calculation',
    'triggerCondition',
    'triggerOperation',
    'triggerComparison',
    'slug',
    'subType',
  ],
  rewardProfile: ['rewards.0', 'rewards.1', 'rewards.2', 'rewards.3'],
} as const

describe('the form of a new record', () => {
  it.each(Object.entries(specified))('of %s shows the fields of the specification', (name, fields) => {
    expect(controlsOf(resources[name as keyof typeof specified])).toEqual(expect.arrayContaining([...fields]))
  })
  it.each(Object.keys(specified))('of %s has at most 12 controls', (name) => {
    expect(controlsOf(resources[name as keyof typeof specified]).length).toBeLessThanOrEqual(12)
  })
  it.each([
    ['a share', { productType: 'bets' }, ['adminFee', 'percentage'], 11],
    ['a CPA', { productType: 'cpa' }, ['value'], 10],
    ['a share in tiers', { productType: 'games', calculation: 'dynamic' }, ['adminFee', 'percentage', 'tiers'], 13],
  ])('of a reward, %s, adds only what that needs', (_, typed, fields, count) => {
    const controls = controlsOf(resources.reward, typed)
    expect(controls).toEqual(expect.arrayContaining(fields))
    expect(controls).toHaveLength(count)
  })
  it('leaves out nothing of a record that is there: further sections hold the rest', () => {
    const names = (resource: AnyResource) =>
      sectionsOf({ resource, actor: root, operation: 'update' }).flatMap(({ fields }) => fields.map(({ name }) => name))
    for (const resource of Object.values(resources) as AnyResource[]) {
      const all = Object.values(resource.form).flat()
      expect(names(resource)).toEqual(expect.arrayContaining(all))
    }
  })
})
