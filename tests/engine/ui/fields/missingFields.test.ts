import { expect, test } from 'vitest'
import { affiliate } from '#resources/affiliate.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { missingFields } from '#engine/ui/fields/MissingFields.tsx'

const resource = affiliate as unknown as AnyResource

test('what a complete record would have is named; what counts under a condition, or is not seen, is not', () => {
  const record = {
    name: 'Ana',
    cpf: null,
    email: '',
    documentType: 'cpf',
    document: '1',
    rewardProfile: 3,
    brands: [],
    paymentKey: null,
    partner: null,
  }
  expect(missingFields({ resource, record })).toEqual(['cpf', 'email', 'brands'])
  const { cpf: _, ...unseen } = record
  expect(missingFields({ resource, record: unseen })).toEqual(['email', 'brands'])
})
