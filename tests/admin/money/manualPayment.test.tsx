import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ListContextProvider, RecordContextProvider } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resources } from '../../../resources/index.ts'
import type { Actor } from '../../../src/config/actor.ts'
import type { AnyResource } from '../../../src/config/resource.ts'
import ManualPaymentDialog from '../../../src/admin/pages/entries/manual/ManualPaymentDialog.tsx'
import { stage } from '../resource/stage.tsx'

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
// The page is that of an office in São Paulo, where it is still the 20th.
vi.hoisted(() => {
  document.head.innerHTML =
    '<meta name="installation" content="{&quot;businessTimeZone&quot;:&quot;America/Sao_Paulo&quot;}" />'
})
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-21T02:30:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The dialog for entry 7. */
async function show() {
  const runAction = vi.fn(async () => ({ id: 7 }))
  stage({
    actor: root,
    resources: resources as unknown as Readonly<Record<string, AnyResource>>,
    pages: {},
    at: '/pay',
    dataProvider: {
      runAction,
      getMany: async (_: string, { ids }: { ids: number[] }) => ({
        data: ids.map((id) => ({ id, name: `Affiliate ${id}` })),
      }),
    },
    others: {
      '/pay': (
        <ListContextProvider value={{ refetch: vi.fn() } as never}>
          <RecordContextProvider value={{ id: 7, value: 30, day: '2026-03-18', affiliate: 3, partner: null }}>
            <ManualPaymentDialog onClose={() => undefined} />
          </RecordContextProvider>
        </ListContextProvider>
      ),
    },
  })
  const dialog = within(await screen.findByRole('dialog'))
  return { runAction, dialog, user: userEvent.setup(), paidAt: await dialog.findByRole('textbox', { name: /Pago em/ }) }
}

describe('Baixa manual on a page', () => {
  it('names whom it pays, for which day and how much', async () => {
    const { dialog } = await show()
    expect(await dialog.findByText('Baixa manual de $30,00 a Affiliate 3')).toBeTruthy()
    expect(dialog.getByText('Lançamento de 18/03/2026')).toBeTruthy()
  })

  it('begins with the business day and refuses the day after it, before anything is sent', async () => {
    const { dialog, user, paidAt, runAction } = await show()
    expect((paidAt as HTMLInputElement).value).toBe('20/03/2026')
    await user.clear(paidAt)
    await user.type(paidAt, '21/03/2026')
    await user.click(dialog.getByRole('button', { name: 'Confirmar a baixa' }))
    expect(await dialog.findByText('Não pode estar no futuro: agora é 20/03/2026 (America/Sao_Paulo)')).toBeTruthy()
    expect(runAction).not.toHaveBeenCalled()
    await user.clear(paidAt)
    await user.type(paidAt, '19/03/2026')
    await user.click(dialog.getByRole('button', { name: 'Confirmar a baixa' }))
    await waitFor(() => expect(runAction).toHaveBeenCalledOnce())
    expect(runAction.mock.calls[0]).toMatchObject([{ input: { paidAt: '2026-03-19' } }])
  })
})
