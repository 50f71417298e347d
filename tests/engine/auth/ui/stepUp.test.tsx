import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StepUpDialog } from '#engine/ui/shell/StepUpDialog.tsx'
import { createStepUp } from '#engine/auth/ui/session/stepUp.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const root: Actor = {
  kind: 'user',
  userId: 1,
  name: 'root@office.test',
  root: true,
  roles: new Set(),
  company: null,
  allowedBrands: [],
  partner: null,
}
afterEach(cleanup)

const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status })
const paid = {
  headers: new Headers({ 'Idempotency-Key': 'one' }),
  method: 'POST',
  body: JSON.stringify({ paidAt: '2026-03-20' }),
}

/** The dialog over a server that takes one code. */
function show(taken = '654321') {
  const send = vi.fn(async (_path: string, { body }: RequestInit) => {
    const { totp } = JSON.parse(String(body)) as { totp?: string }
    if (totp === undefined) return answer(400, { code: 'totp_required' })
    if (totp === '999999') return answer(409, { code: 'entry_not_pending' })
    return totp === taken ? answer(200, { id: 7 }) : answer(400, { code: 'invalid_totp' })
  })
  const stepUp = createStepUp(send)
  stage({ actor: root, resources: {}, pages: {}, at: '/pay', others: { '/pay': <StepUpDialog stepUp={stepUp} /> } })
  return { send, stepUp, user: userEvent.setup() }
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Confirme com o autenticador' }))
const bodies = (send: ReturnType<typeof show>['send']) =>
  send.mock.calls.map(([, { body }]) => JSON.parse(String(body)) as object)

describe('what is refused without a code', () => {
  it('asks for one, again while it is wrong, and is done with it: the same request, with its headers', async () => {
    const { send, stepUp, user } = show()
    const done = stepUp.send('/api/entry/7/payment', paid)
    await dialog()
    await user.keyboard('111111{Enter}')
    expect(await (await dialog()).findByText('O código está errado ou já foi usado')).toBeTruthy()
    await user.keyboard('654321{Enter}')
    expect(await (await done).json()).toEqual({ id: 7 })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies(send)).toEqual([
      { paidAt: '2026-03-20' },
      { paidAt: '2026-03-20', totp: '111111' },
      { paidAt: '2026-03-20', totp: '654321' },
    ])
    expect(send.mock.calls.map(([path, { headers }]) => [path, new Headers(headers).get('idempotency-key')])).toEqual(
      Array(3).fill(['/api/entry/7/payment', 'one']),
    )
  })

  it('stays refused where nobody gives one', async () => {
    const { send, stepUp, user } = show()
    const done = stepUp.send('/api/entry/7/payment', paid)
    await user.click((await dialog()).getByRole('button', { name: 'Cancelar' }))
    expect([(await done).status, await (await done).json()]).toEqual([400, { code: 'totp_required' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(send).toHaveBeenCalledOnce()
  })

  it('asks for the present password, then for the code where there is an authenticator, and sends both', async () => {
    const send = vi.fn(async (_path: string, { body }: RequestInit) => {
      const { totp, currentPassword } = JSON.parse(String(body)) as { totp?: string; currentPassword?: string }
      if (currentPassword === undefined) return answer(400, { code: 'current_password_required' })
      if (currentPassword !== 'Right-one-1') return answer(400, { code: 'invalid_password' })
      return totp === '654321' ? answer(200, { id: 1 }) : answer(400, { code: 'totp_required' })
    })
    const stepUp = createStepUp(send)
    stage({ actor: root, resources: {}, pages: {}, at: '/pay', others: { '/pay': <StepUpDialog stepUp={stepUp} /> } })
    const user = userEvent.setup()
    const done = stepUp.send('/api/user/1', { method: 'PUT', body: '{"email":"new@office.test"}' })
    const asking = within(await screen.findByRole('dialog', { name: 'Confirme com a sua senha' }))
    await user.type(asking.getByLabelText('Senha atual'), 'Wrong-one-1{Enter}')
    expect(await asking.findByText('Senha inválida')).toBeTruthy()
    await user.type(asking.getByLabelText('Senha atual'), 'Right-one-1{Enter}')
    await dialog()
    await user.keyboard('654321{Enter}')
    expect((await done).status).toBe(200)
    expect(bodies(send as never).at(-1)).toEqual({
      email: 'new@office.test',
      currentPassword: 'Right-one-1',
      totp: '654321',
    })
  })

  it('tells whoever asked what else is wrong by then', async () => {
    const { stepUp, user } = show()
    const done = stepUp.send('/api/entry/7/payment', paid)
    await dialog()
    await user.keyboard('999999{Enter}')
    expect((await done).status).toBe(409)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
