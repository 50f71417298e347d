import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { affiliate } from '#resources/affiliate.ts'
import ConnectPage from '#engine/auth/ui/programs/ConnectPage.tsx'
import { Programs } from '#engine/auth/ui/programs/Programs.tsx'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const session = {
  createdAt: '2026-11-20T08:00:00.000Z',
  lastSeenAt: '2026-11-20T09:30:00.000Z',
  expiresAt: '2026-11-27T09:30:00.000Z',
  address: '203.0.113.7',
  userAgent: 'node',
  isCurrent: false,
}

function show(page: React.ReactElement, dataProvider: object, at = '/account') {
  stage({
    actor: actorWith(['affiliate']),
    resources: { affiliate: affiliate as unknown as AnyResource },
    pages: {},
    others: { '/account/connect': page, '/account': page },
    at,
    dataProvider: dataProvider as Record<string, unknown>,
  })
  return userEvent.setup()
}

describe('connected programs', () => {
  it('are listed by name and scopes without browsers, and revoked one by one', async () => {
    let sessions = [
      { ...session, id: 's1', program: null },
      { ...session, id: 's2', program: { name: 'Claude', scopes: ['reports'] } },
    ]
    const remove = vi.fn(async () => {
      sessions = sessions.slice(0, 1)
      return { data: {} }
    })
    const user = show(<Programs />, { read: vi.fn(async () => sessions), delete: remove })
    const items = await screen.findAllByRole('listitem')
    const rows = items.filter(({ textContent }) => textContent?.includes('203.0.113.7'))
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Claude.*relatórios, explicações e simulações/),
    ])
    await user.click(within(rows[0]!).getByRole('button', { name: 'Revogar acesso: Claude' }))
    expect(remove).toHaveBeenCalledWith('session', { id: 's2' })
    await screen.findByText(/^Nenhum programa conectado\..*\/mcp$/)
  })
})

describe('the page of consent', () => {
  const asked = {
    client: 'Claude',
    redirectUri: 'http://127.0.0.1:8080/back',
    scopes: ['records', 'reports'],
    declineTo: 'http://127.0.0.1:8080/back?error=access_denied',
  }

  it('names the program, what it may read and where one is sent on to, and sends the consent', async () => {
    const read = vi.fn(async () => asked)
    const callApi = vi.fn(async (_path: string, _init: RequestInit) => new Promise(() => {}))
    const user = show(<ConnectPage />, { read, callApi }, '/account/connect?client_id=abc&state=x%20y')
    await screen.findByRole('heading', { name: 'Claude quer consultar o sistema em seu nome' })
    expect(screen.getByText('http://127.0.0.1:8080/back')).toBeTruthy()
    expect(screen.getByText('listas e cadastros')).toBeTruthy()
    expect(read).toHaveBeenCalledWith('/api/oauth/request?client_id=abc&state=x%20y', expect.anything())
    await user.click(screen.getByRole('button', { name: 'Autorizar acesso' }))
    await waitFor(() => expect(callApi).toHaveBeenCalled())
    const [path, { body }] = callApi.mock.calls[0]!
    expect([path, JSON.parse(String(body))]).toEqual(['/api/oauth/consent', { client_id: 'abc', state: 'x y' }])
  })

  it('asks nothing where no program does', async () => {
    const read = vi.fn()
    show(<ConnectPage />, { read }, '/account/connect')
    await screen.findByText('Nenhum programa está pedindo acesso agora. É o programa que começa:')
    expect(read).not.toHaveBeenCalled()
  })
})
