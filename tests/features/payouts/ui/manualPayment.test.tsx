import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ListContextProvider, RecordContextProvider } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import ManualPaymentDialog from '#features/payouts/ui/manual/ManualPaymentDialog.tsx'
import ManyPaymentsDialog from '#features/payouts/ui/manual/ManyPaymentsDialog.tsx'
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
async function show(invoices: object = { isRequired: false, waiting: [] }, answer: () => object = () => ({ id: 7 })) {
  const runAction = vi.fn(async () => answer())
  const read = vi.fn(async () => invoices)
  stage({
    actor: root,
    resources: resources as unknown as Readonly<Record<string, AnyResource>>,
    pages: {},
    at: '/pay',
    dataProvider: {
      runAction,
      read,
      getMany: async (_: string, { ids }: { ids: number[] }) => ({
        data: ids.map((id) => ({ id, name: `Affiliate ${id}` })),
      }),
    },
    others: {
      '/pay': (
        <ListContextProvider value={{ refetch: vi.fn() } as never}>
          <RecordContextProvider
            value={{ id: 7, value: 30, day: '2026-03-18', affiliate: 3, partner: null, currency: 'BRL' }}
          >
            <ManualPaymentDialog onClose={() => undefined} />
          </RecordContextProvider>
        </ListContextProvider>
      ),
    },
  })
  const dialog = within(await screen.findByRole('dialog'))
  return {
    runAction,
    read,
    dialog,
    user: userEvent.setup(),
    paidAt: await dialog.findByRole('textbox', { name: /Pago em/ }),
  }
}

describe('Baixa manual on a page', () => {
  it('names whom it pays, for which day and how much', async () => {
    const { dialog } = await show()
    expect(await dialog.findByText('Dar baixa manual de $30,00 a Affiliate 3?')).toBeTruthy()
    expect(dialog.getByText('Lançamento de 18/03/2026')).toBeTruthy()
  })

  it('begins with the business day and refuses the day after it, before anything is sent', async () => {
    const { dialog, user, paidAt, runAction } = await show()
    expect((paidAt as HTMLInputElement).value).toBe('20/03/2026')
    await user.clear(paidAt)
    await user.type(paidAt, '21/03/2026')
    await user.click(dialog.getByRole('button', { name: 'Confirmar baixa' }))
    expect(await dialog.findByText('Não pode ser no futuro. Agora é 20/03/2026 (America/Sao_Paulo)')).toBeTruthy()
    expect(runAction).not.toHaveBeenCalled()
    await user.clear(paidAt)
    await user.type(paidAt, '19/03/2026')
    await user.click(dialog.getByRole('button', { name: 'Confirmar baixa' }))
    await waitFor(() => expect(runAction).toHaveBeenCalledOnce())
    expect(runAction.mock.calls[0]).toMatchObject([{ input: { paidAt: '2026-03-19' } }])
  })
})

describe('Baixa manual of an owner whose company asks for an invoice', () => {
  const confirm = { name: 'Confirmar baixa' }

  it('asks for its number, takes none that cannot be one, and enters it before it pays', async () => {
    const { dialog, user, runAction, read } = await show({ isRequired: true, waiting: [] })
    const field = await dialog.findByRole('textbox', { name: /^Nota fiscal de Affiliate 3/ })
    expect(read.mock.calls[0]).toEqual(['/api/payment/affiliate/3/invoice', expect.anything()])
    await user.click(dialog.getByRole('button', confirm))
    expect(runAction).not.toHaveBeenCalled()
    await user.type(field, 'none')
    await user.click(dialog.getByRole('button', confirm))
    expect(runAction).not.toHaveBeenCalled()
    await user.clear(field)
    await user.type(field, 'nf 77')
    await user.click(dialog.getByRole('button', confirm))
    await waitFor(() => expect(runAction).toHaveBeenCalledTimes(2))
    expect(runAction.mock.calls).toMatchObject([
      [{ resource: 'payment', path: 'affiliate/3/invoice', input: { currency: 'BRL', number: 'NF 77' } }],
      [{ resource: 'entry', path: '7/payment', input: { paidAt: '2026-03-20' } }],
    ])
  })

  it('pays nothing where the number is refused, and says why', async () => {
    const { dialog, user, runAction } = await show({ isRequired: true, waiting: [] }, () => {
      throw toHttpError(409, { code: 'invoice_used' })
    })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await user.type(await dialog.findByRole('textbox', { name: /^Nota fiscal de Affiliate 3/ }), 'NF 78')
    await user.click(dialog.getByRole('button', confirm))
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(runAction).toHaveBeenCalledOnce()
  })

  it('shows the number that waits already, and asks for no other', async () => {
    const waiting = [{ currency: 'BRL', number: 'NF 9', enteredAt: '2026-03-19T00:00:00Z', enteredBy: 'x' }]
    const { dialog, user, runAction } = await show({ isRequired: true, waiting })
    expect(await dialog.findByText('Nota fiscal de Affiliate 3: NF 9')).toBeTruthy()
    await user.click(dialog.getByRole('button', confirm))
    await waitFor(() => expect(runAction).toHaveBeenCalledOnce())
  })
})

describe('Baixa manual of many', () => {
  it('asks for the number of each owner that lacks one, in its currency, and pays without those that stay empty', async () => {
    const runAction = vi.fn(async ({ resource }: { resource: string }) =>
      resource === 'entry' ? { changed: [1], payments: [1], refused: [{ id: 2, code: 'invoice_missing' }] } : {},
    )
    const data = [
      { id: 1, value: 30, day: '2026-03-18', affiliate: 3, partner: null, currency: 'BRL' },
      { id: 2, value: 30, day: '2026-03-18', affiliate: null, partner: 4, currency: 'USD' },
    ]
    const list = { data, selectedIds: [1, 2], refetch: vi.fn(), onSelect: vi.fn() }
    stage({
      actor: root,
      resources: resources as unknown as Readonly<Record<string, AnyResource>>,
      pages: {},
      at: '/pay',
      dataProvider: {
        runAction,
        read: async () => ({ isRequired: true, waiting: [] }),
        getMany: async (target: string, { ids }: { ids: number[] }) => ({
          data: ids.map((id) => ({ id, name: `${target} ${id}` })),
        }),
      },
      others: {
        '/pay': (
          <ListContextProvider value={list as never}>
            <ManyPaymentsDialog onClose={() => undefined} />
          </ListContextProvider>
        ),
      },
    })
    const dialog = within(await screen.findByRole('dialog'))
    const user = userEvent.setup()
    expect(await dialog.findByRole('textbox', { name: 'Nota fiscal de partner 4' })).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: 'Nota fiscal de affiliate 3' }), 'NF 12')
    await user.click(dialog.getByRole('button', { name: 'Confirmar baixa' }))
    await waitFor(() => expect(runAction).toHaveBeenCalledTimes(2))
    expect(runAction.mock.calls).toMatchObject([
      [{ path: 'affiliate/3/invoice', input: { currency: 'BRL', number: 'NF 12' } }],
      [{ path: 'payment', input: { ids: [1, 2] } }],
    ])
  })
})
