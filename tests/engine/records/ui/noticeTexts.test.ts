import { describe, expect, test } from 'vitest'
import { messages as en } from '#locales/en/index.ts'
import { resources } from '#locales/en/resources.ts'
import { messages as es } from '#locales/es/index.ts'
import { messages as pt } from '#locales/pt/index.ts'
import { formatByType } from '#engine/values/documents/documents.ts'

describe.each([
  ['pt', pt],
  ['en', en],
  ['es', es],
] as const)('the notices in %s', (_, { resourcePages }) => {
  test('say what failed, and the reason after it', () => {
    for (const write of ['create', 'update', 'exclude', 'payment'] as const)
      expect(resourcePages.failed[write]).toMatch(/^(Error|Não foi possível|No se pudo) .*: %\{reason\}$/)
  })

  test('name what was done to what', () => {
    const { form, remove } = resourcePages
    for (const text of [form.saved, form.created, form.createdWithToken, remove.done])
      expect(text).toContain('%{record}')
    expect(form.createdWithToken).toContain('%{token}')
  })
})

test('the notices of the specification, section 8, are worded as there', () => {
  expect(en.resourcePages.failed).toMatchObject({
    create: expect.stringMatching(/^Error to create /),
    update: expect.stringMatching(/^Error to update /),
    exclude: expect.stringMatching(/^Error to exclude /),
    payment: expect.stringMatching(/^Error to make payment/),
  })
  expect(en.resourcePages.remove.done).toBe('%{record} excluded')
  expect(resources.affiliate.done.setPaymentType).toBe('Payment type set')
  expect(en.panels.twoStep.unlocked).toMatch(/^user unlocked/)
  expect([en.resourcePages.entries.paid, en.pages.signIn.success, en.pages.layout.youWillBeLoggedOut]).toEqual([
    'Manual payment accomplished',
    'Login success',
    'You will be logged out',
  ])
  expect(pt.resourcePages.token.copied).toMatch(/^Sucesso/)
})

test('CPF and CNPJ are read with their dots, whatever else and what is not whole as it is', () => {
  expect(
    [
      ['cpf', '52998224725'],
      ['cnpj', '12ABC34501DE35'],
      ['cpf', '5299'],
      ['cpf', '***.982.247-**'],
      ['phone', '+5511999999999'],
      [undefined, '52998224725'],
    ].map(([type, value]) => formatByType({ type, value: value! })),
  ).toEqual(['529.982.247-25', '12.ABC.345/01DE-35', '5299', '***.982.247-**', '+5511999999999', '52998224725'])
})
