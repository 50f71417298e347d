import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { RecordContextProvider } from 'react-admin'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { paying } from '#locales/pt/paying.ts'
import { affiliate } from '#resources/affiliate.ts'
import HoldsPanel from '#features/payouts/ui/HoldsPanel.tsx'
import KeyCheckHint from '#features/payouts/ui/KeyCheckHint.tsx'
import HeldNotice from '#features/payouts/ui/entries/HeldNotice.tsx'
import PaymentPanel from '#features/payouts/ui/PaymentPanel.tsx'
import PayDialog from '#features/payouts/ui/dialogs/PayDialog.tsx'
import type { PayeeRow } from '#features/payouts/answers/payees.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function show(page: React.ReactElement, roles: readonly string[], dataProvider: Record<string, unknown>) {
  stage({
    actor: actorWith([...roles]),
    resources: { affiliate: affiliate as unknown as AnyResource },
    pages: { edit: <RecordContextProvider value={{ id: 7, name: 'Ana' }}>{page}</RecordContextProvider> },
    at: '/affiliate/7',
    dataProvider,
  })
}

const hold = { id: 1, cause: 'by_hand', note: 'Contrato em análise', placedAt: '2026-11-20T10:00:00Z', placedBy: 'm@x' }
const open = { ...hold, releasedAt: null, releasedBy: null, releaseNote: null }

describe("an owner's payments", () => {
  it('say what holds them, and are released with a reason', async () => {
    const runAction = vi.fn(async () => ({ holds: [] }))
    show(<HoldsPanel />, ['affiliate', 'financial'], { read: async () => ({ holds: [open] }), runAction })
    const user = userEvent.setup()
    expect(await screen.findByText(/Contrato em análise/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: paying.release }))
    const dialog = await screen.findByRole('dialog')
    const button = within(dialog).getByRole('button', { name: paying.release })
    expect((button as HTMLButtonElement).disabled).toBe(true)
    await user.type(within(dialog).getByRole('textbox'), 'Tudo certo')
    await user.click(button)
    expect(runAction).toHaveBeenCalledWith(
      expect.objectContaining({
        resource: 'payment',
        path: 'affiliate/7/release',
        input: { reason: 'Tudo certo', placedAt: open.placedAt },
      }),
    )
  })

  it('are nothing that others are asked about', () => {
    const read = vi.fn()
    show(<HoldsPanel />, ['affiliate'], { read })
    expect(read).not.toHaveBeenCalled()
  })

  it('are paid in part where somebody types less', async () => {
    const owner = {
      kind: 'affiliate',
      id: 7,
      name: 'Ana',
      currency: 'BRL',
      pendingValue: 120.5,
      pendingCount: 2,
      minimumPayout: 0,
      status: 'payable',
    }
    const runAction = vi.fn(async () => ({ id: 1, awaitsApproval: false }))
    const user = userEvent.setup()
    show(<PayDialog owner={owner as unknown as PayeeRow} onClose={() => {}} />, ['financial'], { runAction })
    const dialog = await screen.findByRole('dialog')
    const amount = within(dialog).getByRole('spinbutton')
    await user.clear(amount)
    await user.type(amount, '200')
    expect((within(dialog).getByRole('button', { name: 'Pagar agora' }) as HTMLButtonElement).disabled).toBe(true)
    await user.clear(amount)
    await user.type(amount, '20.50')
    await user.click(within(dialog).getByRole('button', { name: 'Pagar agora' }))
    expect(runAction).toHaveBeenCalledWith(expect.objectContaining({ input: { currency: 'BRL', amount: 20.5 } }))
  })
})

describe('a payment key that is typed', () => {
  function Typed({ paymentKey }: { paymentKey: string }) {
    const form = useForm({ values: { name: 'Ana', paymentKeyType: 'email', paymentKey } })
    return (
      <FormProvider {...form}>
        <KeyCheckHint />
      </FormProvider>
    )
  }

  it('is told to be of somebody else before it is saved', async () => {
    const runAction = vi.fn(async () => ({ verdict: 'wrong', differs: ['document'] }))
    show(<Typed paymentKey="ana@example.com" />, ['affiliate', 'financial'], { runAction })
    expect(await screen.findByText(/documento não confere/, undefined, { timeout: 3_000 })).toBeTruthy()
    expect(runAction).toHaveBeenCalledWith(
      expect.objectContaining({
        path: 'key_check',
        input: { name: 'Ana', paymentKeyType: 'email', paymentKey: 'ana@example.com' },
      }),
    )
  })
})

describe('the page of a payment', () => {
  const panel = (values: object) =>
    stage({
      actor: actorWith(['financial']),
      resources: { affiliate: affiliate as unknown as AnyResource },
      pages: {
        edit: (
          <RecordContextProvider value={{ id: 7, value: 200, currency: 'BRL', ...values }}>
            <p>Pagamento</p>
            <PaymentPanel />
          </RecordContextProvider>
        ),
      },
      at: '/affiliate/7',
      dataProvider: {},
    })

  it('says gross, each tax that is kept back, net, and the invoice', async () => {
    const withheld = [
      { tax: 'inss', base: 200, rate: 20, value: 30 },
      { tax: 'irrf', base: 170, rate: 10, value: 17 },
    ]
    panel({ net: 153, withheld, invoice: 'NF 7' })
    const region = await screen.findByRole('region', { name: paying.sums })
    const lines = [...region.querySelectorAll('dl > div')].map((line) => line.textContent!.replaceAll(/\s/g, ''))
    expect(lines).toEqual(['Bruto$200,00', 'INSS-$30,00', 'IRRF-$17,00', 'Líquidoaenviar$153,00'])
    expect(within(region).getByText('Nota fiscal: NF 7')).toBeTruthy()
  })

  it('says no sum to whoever sees a part of it', async () => {
    panel({ net: null, withheld: [] })
    await screen.findByText('Pagamento')
    expect(screen.queryByText(paying.sums)).toBeNull()
  })
})

describe('a pending entry', () => {
  it.each([
    ['says that the invoice is missing', true, [], true],
    ['says nothing where one waits in its currency', true, [{ currency: 'BRL', number: 'NF 7' }], false],
    ['says so where the one that waits is of another currency', true, [{ currency: 'USD', number: 'NF 7' }], true],
    ['says nothing where nobody asks for one', false, [], false],
  ])('%s', async (_what, isRequired, waiting, isSaid) => {
    const read = vi.fn(async (path: string) => (path.endsWith('/holds') ? { holds: [] } : { isRequired, waiting }))
    show(<HeldNotice entry={{ id: 1, affiliate: 7, currency: 'BRL' }} />, ['financial'], { read })
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
    if (isSaid) expect(await screen.findByText(/Informe o número da nota fiscal/)).toBeTruthy()
    else expect(screen.queryByRole('alert')).toBeNull()
  })
})
