import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { RecordContextProvider } from 'react-admin'
import { describe, expect, it } from 'vitest'
import { SameDocument } from '#features/affiliates/ui/SameDocument.tsx'

function Fields({ record }: { record?: { id: number } }) {
  const form = useForm({ defaultValues: { cpf: '', documentType: 'cpf', document: '' } })
  return (
    <FormProvider {...form}>
      <RecordContextProvider value={record}>
        <input aria-label="cpf" {...form.register('cpf')} />
        <input aria-label="document" {...form.register('document')} />
        <SameDocument />
      </RecordContextProvider>
    </FormProvider>
  )
}
const valueOf = (name: string) => (screen.getByLabelText(name) as HTMLInputElement).value

describe('the document of a new affiliate that is its CPF', () => {
  it('is typed once', async () => {
    render(<Fields />)
    await userEvent.type(screen.getByLabelText('cpf'), '70010020039')
    expect(valueOf('document')).toBe('70010020039')
  })

  it('stays what somebody typed', async () => {
    render(<Fields />)
    await userEvent.type(screen.getByLabelText('document'), '111')
    await userEvent.type(screen.getByLabelText('cpf'), '70010020039')
    expect(valueOf('document')).toBe('111')
  })

  it('is left alone in records that are there', async () => {
    render(<Fields record={{ id: 1 }} />)
    await userEvent.type(screen.getByLabelText('cpf'), '70010020039')
    expect(valueOf('document')).toBe('')
  })
})
