import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RecordContextProvider } from 'react-admin'
import { describe, expect, test, vi } from 'vitest'
import { affiliate } from '#resources/affiliate.ts'
import { partner } from '#resources/partner.ts'
import AccessKeysPanel from '#engine/auth/ui/accessKeys/AccessKeysPanel.tsx'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const ana = {
  id: 4,
  label: 'Ana, celular',
  scope: 'signIn',
  isEarlier: true,
  hint: 'x7Qw',
  createdAt: '2026-11-01T10:00:00.000Z',
  expiresAt: null,
  lastUsedAt: '2026-11-20T08:30:00.000Z',
}
const old = {
  id: 2,
  label: 'Painel',
  scope: 'reports',
  isEarlier: false,
  hint: 'aa11',
  createdAt: '2026-01-01T10:00:00.000Z',
  expiresAt: '2026-02-01T03:00:00.000Z',
  lastUsedAt: null,
}

type Refusals = Readonly<Record<'reports' | 'api' | 'signIn', string | null>>
const none: Refusals = { reports: null, api: null, signIn: null }

function show({
  resource = partner,
  roles = ['partner', 'affiliate'],
  refusals = none,
}: { resource?: object; roles?: string[]; refusals?: Refusals } = {}) {
  const { name } = resource as AnyResource
  const scopes = Object.entries(refusals).map(([scope, refusal]) => ({ scope, refusal }))
  const read = vi.fn(async (path: string) => (path.endsWith('/scope') ? scopes : [ana, old]))
  const callApi = vi.fn(async (_path: string, _request: { method: string; body?: string }) => ({
    json: { ...ana, id: 9, key: 'ak_whole' },
  }))
  const page = (
    <RecordContextProvider value={{ id: 1 }}>
      <AccessKeysPanel />
    </RecordContextProvider>
  )
  const view = stage({
    actor: actorWith(roles),
    resources: { [name]: resource as AnyResource },
    pages: { edit: page },
    at: `/${name}/1`,
    dataProvider: { read, callApi },
  })
  return { ...view, read, callApi, user: userEvent.setup() }
}
const dialog = () => screen.findByRole('dialog')

describe("access keys on a record's page", () => {
  test.each([[partner], [affiliate]])(
    'say what they are called, how they end, until when they open something and when they were used',
    async (resource) => {
      const { read } = show({ resource })
      const [first, second] = await screen
        .findAllByRole('listitem')
        .then((items) => items.filter((item) => item.textContent?.includes('…')))
      expect(first!.textContent).toMatch(
        /Ana, celular …x7Qw.*Entrada.*abre também relatórios.*01\/11\/2026.*20\/11\/2026/,
      )
      expect(second!.textContent).toMatch(/Painel …aa11.*Relatórios.*nunca us.*expirou em 01\/02\/2026.*Expirada/)
      expect(read).toHaveBeenCalledWith(`/api/${resource.name}/1/access_key`, expect.anything())
    },
  )

  test('are made with a label and a last day, and shown in full once', async () => {
    const { user, callApi } = show()
    await user.click(await screen.findByRole('button', { name: 'Criar chave' }))
    const submit = within(await dialog()).getByRole('button', { name: 'Criar chave' })
    await user.click(submit)
    expect(callApi).not.toHaveBeenCalled()
    await user.type(within(await dialog()).getByRole('textbox', { name: /Rótulo/ }), 'Ana, escritório')
    await user.click(submit)
    expect(await screen.findByText('ak_whole')).toBeTruthy()
    const [path, { method, body }] = callApi.mock.calls[0]!
    expect([path, method, JSON.parse(body!)]).toEqual([
      '/api/partner/1/access_key',
      'POST',
      { label: 'Ana, escritório', scope: 'reports', expiresAt: null },
    ])
  })

  test('are offered for what the server accepts of this person alone, with the reason', async () => {
    const { user } = show({ refusals: { reports: null, api: 'key_opens_more', signIn: 'key_opens_more' } })
    await user.click(await screen.findByRole('button', { name: 'Criar chave' }))
    expect((await dialog()).textContent).toContain('Isso abriria marcas, lançamentos ou pagamentos que você não vê')
    await user.click(within(await dialog()).getByRole('combobox', { name: /Para que serve/ }))
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Relatórios'])
  })

  test('are not offered where the server accepts none, and the panel says why', async () => {
    show({ refusals: { reports: 'key_opens_more', api: 'key_opens_more', signIn: 'key_opens_more' } })
    expect(await screen.findByText(/^Isso abriria marcas/)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Criar chave' }).disabled).toBe(true)
  })

  test('are ended and rotated after a question of our own', async () => {
    const { user, callApi } = show()
    await user.click(await screen.findByRole('button', { name: 'Revogar: Ana, celular' }))
    expect((await dialog()).textContent).toContain('Revogar a chave Ana, celular?')
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancelar' }))
    expect(callApi).not.toHaveBeenCalled()
    await user.click(await screen.findByRole('button', { name: 'Revogar: Ana, celular' }))
    await user.click(within(await dialog()).getByRole('button', { name: 'Revogar' }))
    expect(await screen.findByText(/^Chave revogada: Ana, celular/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Renovar: Ana, celular' }))
    await user.click(within(await dialog()).getByRole('button', { name: 'Renovar' }))
    expect(await screen.findByText('ak_whole')).toBeTruthy()
    expect(callApi.mock.calls.map(([path, { method }]) => `${method} ${path}`)).toEqual([
      'DELETE /api/partner/1/access_key/4',
      'POST /api/partner/1/access_key/4/rotate',
    ])
  })

  test('are not asked for by whoever may not change the record', async () => {
    const { read } = show({ roles: ['campaign'] })
    await screen.findByRole('list', { name: 'notices' })
    expect(screen.queryByRole('region')).toBeNull()
    expect(read).not.toHaveBeenCalled()
  })
})
