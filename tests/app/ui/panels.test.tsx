import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { partner as partnerResource } from '#resources/partner.ts'
import { user as userResource } from '#resources/user.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import { ConfiguredEdit } from '#engine/records/ui/form/ConfiguredEdit.tsx'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const base = { version: 3, createdAt: '2026-11-01T00:00:00.000Z', updatedAt: '2026-11-01T00:00:00.000Z' }
const storedUser = {
  ...base,
  id: 1,
  name: 'Ana',
  email: 'ana@example.test',
  company: 1,
  allowedBrands: [],
  profile: null,
  roles: [],
  language: 'pt',
  root: false,
  partner: null,
  suspended: false,
}
const storedPartner = {
  ...base,
  id: 1,
  name: 'Helena',
  partnerLevel: 1,
  parent: null,
  token: 'pt1',
  percentage: 22,
  abatement: 0,
  affiliates: [],
  paymentType: 'manual',
  paymentKeyType: null,
  paymentKey: null,
}
const otpauthUrl = 'otpauth://totp/Office:ana?secret=JBSWY3DPEHPK3PXP&issuer=Office'
type Answers = Readonly<Record<string, unknown>>

function show({
  resource,
  record,
  isRoot = false,
  userId = 9,
  answers,
  ...dataProvider
}: { resource: object; record: { id: number }; isRoot?: boolean; userId?: number; answers: Answers } & Record<
  string,
  unknown
>) {
  const read = vi.fn(async (path: string): Promise<unknown> => {
    if (path.endsWith('/access_key')) return []
    if (!(path in answers)) throw new Error(`${path} was not expected`)
    return answers[path]
  })
  const { name } = resource as AnyResource
  const view = stage({
    actor: { ...actorWith(['user', 'partner'], { root: isRoot }), userId },
    resources: { [name]: resource as AnyResource },
    pages: { edit: <ConfiguredEdit /> },
    at: `/${name}/1`,
    dataProvider: {
      read,
      getOne: async () => ({ data: record }),
      getMany: async (_: string, { ids }: { ids: number[] }) => ({
        data: ids.map((id) => ({ id, name: `Name ${id}` })),
      }),
      ...dataProvider,
    },
  })
  return { ...view, read, user: userEvent.setup() }
}

describe("two-step on a user's page", () => {
  const panel = () => screen.findByRole('region', { name: 'Verificação em duas etapas' })

  test('is set up by its user: the QR, the promise to have read it, then the code', async () => {
    const answers: Record<string, unknown> = { '/api/user/1/mfa': { isConfirmed: false, isLocked: false, otpauthUrl } }
    const runAction = vi.fn(async ({ input }: { input: { totp: string } }) => {
      if (input.totp === '000000') throw toHttpError(400, { code: 'invalid_totp' })
      answers['/api/user/1/mfa'] = { isConfirmed: true, isLocked: false }
      return {}
    })
    const { user } = show({ resource: userResource, record: storedUser, userId: 1, answers, runAction })
    expect(within(await panel()).queryByRole('img')).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Configurar' }))
    expect(within(await panel()).getByRole('img', { name: 'Código QR para o aplicativo autenticador' })).toBeTruthy()
    expect((await panel()).textContent).toContain('JBSW Y3DP EHPK 3PXP')
    expect(screen.queryByRole('textbox', { name: 'Código' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Já li o código' }))
    const code = screen.getByRole('textbox', { name: 'Código' })
    await user.type(code, '000000{Enter}')
    expect((await within(await panel()).findByRole('alert')).textContent).not.toBe('')
    await user.type(code, '123 456{Enter}')
    expect(await screen.findByText(/^Ativa\. Um código/)).toBeTruthy()
    expect(runAction).toHaveBeenLastCalledWith({
      resource: 'user',
      path: 'mfa/confirm',
      id: 1,
      input: { totp: '123456' },
    })
    expect(screen.queryByRole('img', { name: /QR/ })).toBeNull()
  })

  test("is cleared by root, who is asked first, with the specification's message; the QR stays its user's own", async () => {
    const answers: Record<string, unknown> = { '/api/user/1/mfa': { isConfirmed: true, isLocked: true } }
    const runAction = vi.fn(async () => {
      answers['/api/user/1/mfa'] = { isConfirmed: false, isLocked: false, otpauthUrl }
      return {}
    })
    const { user } = show({ resource: userResource, record: storedUser, isRoot: true, answers, runAction })
    await waitFor(async () => expect((await panel()).textContent).toContain('Bloqueada'))
    await user.click(await screen.findByRole('button', { name: 'Desbloquear MFA' }))
    expect(runAction).not.toHaveBeenCalled()
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Desbloquear MFA' }))
    expect(await screen.findByText(/^Usuário desbloqueado: /)).toBeTruthy()
    expect(runAction).toHaveBeenCalledWith({ resource: 'user', path: 'mfa/unlock', id: 1, input: {} })
    await waitFor(async () => expect((await panel()).textContent).toContain('Só o próprio usuário'))
    expect(screen.queryByRole('button', { name: 'Configurar' })).toBeNull()
  })

  test('asks the server for the QR where the sign-in was too long ago, which asks for the password, and keeps it on the page', async () => {
    const answers: Record<string, unknown> = { '/api/user/1/mfa': { isConfirmed: false, isLocked: false } }
    const callApi = vi.fn(async () => ({ json: { isConfirmed: false, isLocked: false, otpauthUrl } }))
    const { user } = show({ resource: userResource, record: storedUser, userId: 1, answers, callApi })
    await user.click(await screen.findByRole('button', { name: 'Configurar' }))
    expect(
      await within(await panel()).findByRole('img', { name: 'Código QR para o aplicativo autenticador' }),
    ).toBeTruthy()
    expect(callApi).toHaveBeenCalledExactlyOnceWith('/api/user/1/mfa/set_up', { method: 'POST', body: '{}' })
  })

  test('of a partner is cleared on its page by root, and shown to nobody else', async () => {
    const answers: Record<string, unknown> = {
      '/api/partner/1/mfa': { isConfirmed: true, isLocked: true },
      '/api/partner/1/history': [],
      '/api/partner/hierarchy': [],
    }
    const runAction = vi.fn(async () => {
      answers['/api/partner/1/mfa'] = { isConfirmed: false, isLocked: false }
      return {}
    })
    const { user } = show({ resource: partnerResource, record: storedPartner, isRoot: true, answers, runAction })
    await user.click(await screen.findByRole('button', { name: 'Desbloquear MFA' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Desbloquear MFA' }))
    expect(await screen.findByText(/^Parceiro desbloqueado: /)).toBeTruthy()
    expect(runAction).toHaveBeenCalledWith({ resource: 'partner', path: 'mfa/unlock', id: 1, input: {} })
    await waitFor(async () => expect((await panel()).textContent).toContain('Desativada'))
    expect(screen.queryByRole('button', { name: 'Configurar' })).toBeNull()
  })

  test('is not even asked for by anybody else', async () => {
    const { read } = show({ resource: userResource, record: storedUser, answers: { '/api/user/1/session': [] } })
    await screen.findByRole('heading', { name: 'Ana' })
    expect(screen.queryByRole('region', { name: 'Verificação em duas etapas' })).toBeNull()
    expect(read.mock.calls.map(([path]) => path)).not.toContain('/api/user/1/mfa')
  })
})

describe("open sessions on a user's page", () => {
  const session = (id: string, secondStep: boolean) => ({
    id,
    createdAt: '2026-11-20T08:00:00.000Z',
    lastUsedAt: '2026-11-20T09:30:00.000Z',
    expiresAt: '2026-11-21T09:30:00.000Z',
    address: '203.0.113.7',
    userAgent: 'curl/8',
    secondStep,
    program: null,
    isCurrent: false,
  })
  const twoStepAnswer = { '/api/user/1/mfa': { isConfirmed: false, isLocked: false } }
  const panel = () => screen.findByRole('region', { name: 'Sessões abertas' })

  test('end one by one or all together, once the question is answered', async () => {
    const answers: Record<string, unknown> = {
      ...twoStepAnswer,
      '/api/user/1/session': [session('s1', true), session('s2', false)],
    }
    const remove = vi.fn(async (_resource: string, { id }: { id: string }) => {
      answers['/api/user/1/session'] = id === 'session' ? [] : [session('s2', false)]
      return { data: {} }
    })
    const { user } = show({ resource: userResource, record: storedUser, answers, delete: remove })
    await waitFor(async () => expect((await panel()).textContent).toContain('203.0.113.7'))
    expect(
      within(await panel())
        .getAllByRole('listitem')
        .map(({ textContent }) => /(com|sem) código/.exec(textContent!)?.[0]),
    ).toEqual(['com código', 'sem código'])
    await user.click(within(await panel()).getAllByRole('button', { name: /^Encerrar a sessão/ })[0]!)
    expect(remove).not.toHaveBeenCalled()
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Encerrar esta sessão de Ana?' })).getByRole('button', {
        name: 'Encerrar',
      }),
    )
    await waitFor(async () => expect(within(await panel()).getAllByRole('listitem')).toHaveLength(1))
    expect(remove.mock.calls[0]!.slice(0, 2)).toEqual(['user/1/session', { id: 's1' }])
    await user.click(within(await panel()).getByRole('button', { name: 'Encerrar todas as sessões' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Encerrar todas as sessões de Ana?' })).getByRole('button', {
        name: 'Encerrar todas as sessões',
      }),
    )
    await waitFor(async () => expect((await panel()).textContent).toContain('Nenhuma sessão ativa'))
    expect(remove.mock.calls[1]!.slice(0, 2)).toEqual(['user/1', { id: 'session' }])
  })

  test.each([
    ["root's, for who is not root", { ...storedUser, root: true }, 9],
    ["one's own, which are on the account page", storedUser, 1],
  ] as const)('are not shown: %s', async (_, record, userId) => {
    const { read } = show({
      resource: userResource,
      record,
      userId,
      answers: { ...twoStepAnswer, '/api/user/1/session': [] },
    })
    await screen.findByDisplayValue('Ana')
    expect(read.mock.calls.map(([path]) => path)).not.toContain('/api/user/1/session')
  })
})

describe("the history on a record's page that has no tab for it", () => {
  const { page: _, ...resource } = partnerResource
  const rows = [
    {
      id: 6,
      validFrom: '2026-11-21',
      validTo: null,
      values: { partnerLevel: 1, parent: null, percentage: 22, abatement: 0 },
      changedBy: 'ana@example.test',
      changedAt: '2026-11-21T01:40:27.073Z',
    },
    {
      id: 3,
      validFrom: null,
      validTo: '2026-11-21',
      values: { partnerLevel: 1, parent: null, percentage: 20, abatement: 0 },
      changedBy: null,
      changedAt: null,
    },
  ]

  test('says what held on which days, what changed and by whom', async () => {
    show({ resource, record: storedPartner, answers: { '/api/partner/1/history': rows } })
    const [now, before] = await within(await screen.findByRole('region', { name: 'Histórico' })).findAllByRole(
      'listitem',
    )
    expect(now!.textContent).toContain('Desde 21/11/2026')
    expect(now!.textContent).toContain('Vigente')
    expect(now!.textContent).toContain('ana@example.test')
    expect(now!.textContent).toContain('20,00% → 22,00%')
    expect(before!.textContent).toContain('Até 20/11/2026')
    expect(before!.textContent).not.toContain('→')
  })

  test('says that nothing changed where nothing did', async () => {
    show({ resource, record: storedPartner, answers: { '/api/partner/1/history': [{ ...rows[1], validTo: null }] } })
    expect(await screen.findByText('Nenhuma alteração até agora.')).toBeTruthy()
  })

  test('says that it could not be read, and reads again when asked', async () => {
    const answers: Record<string, unknown> = {}
    const { user } = show({ resource, record: storedPartner, answers })
    expect(await screen.findByText('Não foi possível carregar o histórico. Tente de novo.')).toBeTruthy()
    answers['/api/partner/1/history'] = rows
    await user.click(
      within(screen.getByRole('region', { name: 'Histórico' })).getByRole('button', { name: 'Tentar de novo' }),
    )
    expect(await screen.findByText('Desde 21/11/2026')).toBeTruthy()
  })
})
