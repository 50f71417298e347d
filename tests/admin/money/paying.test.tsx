import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { RecordContextProvider } from 'react-admin'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { paying } from '../../../locales/pt/paying.ts'
import { affiliate } from '../../../resources/affiliate.ts'
import HoldsPanel from '../../../src/admin/panels/holds/HoldsPanel.tsx'
import KeyCheckHint from '../../../src/admin/panels/keyCheck/KeyCheckHint.tsx'
import PayDialog from '../../../src/admin/pages/payments/dialogs/PayDialog.tsx'
import type { OwnerRow } from '../../../src/config/answers/owners.ts'
import type { AnyResource } from '../../../src/config/resource.ts'
import { actorWith } from '../resource/parcel.ts'
import { stage } from '../resource/stage.tsx'

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
      expect.objectContaining({ resource: 'payment', path: 'affiliate/7/release', input: { reason: 'Tudo certo' } }),
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
    show(<PayDialog owner={owner as unknown as OwnerRow} onClose={() => {}} />, ['financial'], { runAction })
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
    expect(await screen.findByText(/difere em documento/, undefined, { timeout: 3_000 })).toBeTruthy()
    expect(runAction).toHaveBeenCalledWith(
      expect.objectContaining({
        path: 'key_check',
        input: { name: 'Ana', paymentKeyType: 'email', paymentKey: 'ana@example.com' },
      }),
    )
  })
})
