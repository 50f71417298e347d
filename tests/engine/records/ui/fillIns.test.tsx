import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { affiliate } from '#resources/affiliate.ts'
import { choices } from '#locales/pt/choices.ts'
import { resources } from '#locales/pt/resources.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { ConfiguredCreate } from '#engine/records/ui/form/ConfiguredCreate.tsx'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const { fields } = resources.affiliate
const box = (name: 'cpf' | 'document') =>
  screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${fields[name]}`) })

async function chooseType(typed: string) {
  stage({
    actor: actorWith([], { root: true }),
    resources: { affiliate: affiliate as unknown as AnyResource },
    pages: { create: <ConfiguredCreate /> },
    at: '/affiliate/create',
    dataProvider: { read: async () => ({ exists: false, records: [] }) },
  })
  const user = userEvent.setup()
  await user.type(await box('cpf'), '529.982.247-25')
  if (typed !== '') await user.type(await box('document'), typed)
  await user.click(screen.getByRole('combobox', { name: new RegExp(`^${fields.documentType}`) }))
  await user.click(await screen.findByRole('option', { name: choices.documentType.cpf }))
  return box('document')
}

it('asks for a document once that stands in a field of its own', async () => {
  expect((await chooseType('')).value).toBe('529.982.247-25')
})

it('leaves a document that is typed', async () => {
  expect((await chooseType('AB123456')).value).toBe('AB123456')
})
