import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { resources as labels } from '#locales/pt/resources.ts'
import { affiliate } from '#resources/affiliate.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { ConfiguredCreate } from '#engine/records/ui/form/ConfiguredCreate.tsx'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

type Compared = 'cpf' | 'document' | 'email' | 'paymentKey' | 'token' | 'name'

/** A new affiliate whose every value another record has; who one does not see has no name. */
function showForm(records: readonly { id: number; name: string }[]) {
  const asked: URLSearchParams[] = []
  const read = async (path: string) => {
    asked.push(new URL(path, 'http://office.test').searchParams)
    return { exists: true, records }
  }
  const chosen = { documentType: 'cpf', paymentType: 'automatic', paymentKeyType: 'email' }
  stage({
    actor: actorWith([], { root: true }),
    resources: { affiliate: affiliate as unknown as AnyResource },
    pages: { create: <ConfiguredCreate /> },
    at: `/affiliate/create?source=${encodeURIComponent(JSON.stringify(chosen))}`,
    dataProvider: { read },
  })
  return { asked, user: userEvent.setup() }
}
const input = (name: Compared) =>
  screen.findByRole('textbox', { name: new RegExp(`^${labels.affiliate.fields[name]}( \\*)?$`) })

describe('a value that another record has', () => {
  test.each<[Compared, string, 'error' | 'warning', Record<string, string>]>([
    ['cpf', '529.982.247-25', 'error', {}],
    ['email', 'ana@mail.example', 'error', {}],
    ['token', 'ana-token', 'error', {}],
    ['document', '529.982.247-25', 'warning', { documentType: 'cpf' }],
    ['paymentKey', 'pix@mail.example', 'warning', { paymentKeyType: 'email' }],
    ['name', 'Ana', 'warning', {}],
  ])('is told while one types, with a link to that record: %s %s as %s', async (name, value, severity, beside) => {
    const { asked, user } = showForm([{ id: 7, name: 'Bia' }])
    await user.type(await input(name), value)
    const link = await screen.findByRole('link', { name: 'Bia' })
    expect(link.getAttribute('href')).toBe('/affiliate/7')
    const told = link.closest<HTMLElement>('[role=alert]')!
    expect(within(told).getByText(/Outro registro já tem este valor/)).toBeTruthy()
    expect(told.className).toContain(severity === 'error' ? 'colorError' : 'colorWarning')
    await waitFor(() =>
      expect(Object.fromEntries(asked.at(-1)!)).toMatchObject({ [name]: expect.stringMatching(/./), ...beside }),
    )
  })

  test('is told without a name where one may not see the record', async () => {
    const { user } = showForm([])
    await user.type(await input('cpf'), '529.982.247-25')
    expect(await screen.findByText(/que você não pode ver, já tem este valor/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Bia' })).toBeNull()
  })
})
