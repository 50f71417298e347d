import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { PayeeRow } from '#features/payouts/answers/payees.ts'
import type { PayRunPayee, WaitingRun } from '#features/payouts/answers/payRun.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import PaymentsPage from '#features/payouts/ui/PaymentsPage.tsx'
import { missingPayeeFields } from '#features/payouts/ui/fixPayee/missingFields.ts'
import { payRunPlanFor, runInput, totalsOf } from '#features/payouts/ui/payRun/payees.ts'
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
const known = resources as unknown as Readonly<Record<string, AnyResource>>
const path = '/financial/affiliate/payment'
afterEach(cleanup)

let lastId = 0
const owner = (values: Partial<PayeeRow> = {}): PayeeRow => ({
  kind: 'affiliate',
  id: (lastId += 1),
  name: `Owner ${lastId}`,
  paymentType: 'automatic',
  dueValue: 10,
  pendingValue: 10,
  pendingCount: 1,
  minimumPayout: 0,
  currency: 'BRL',
  status: 'payable',
  isPayable: true,
  needsApproval: false,
  needsInvoice: false,
  invoice: null,
  heldUntil: null,
  hold: null,
  nextPayDay: '2026-11-23',
  missing: [],
  payment: null,
  ...values,
})
const payment = {
  id: 3,
  value: 150.1,
  state: 'created',
  awaitsApproval: true,
  invoice: null,
  requestedBy: 'maria',
  isOwn: false,
  at: '2026-11-20T10:00:00Z',
  reason: null,
  remark: null,
  nextTryAt: null,
} as const
const awaiting = (values: Partial<PayeeRow['payment']> = {}) =>
  owner({ status: 'awaiting_approval', isPayable: false, pendingValue: 0, payment: { ...payment, ...values } })
const keyless = { status: 'key_missing', isPayable: false } as const

function countsOf(rows: readonly PayeeRow[]) {
  const groups = Object.entries(Object.groupBy(rows, ({ status }) => status))
  return Object.fromEntries(groups.map(([status, own]) => [status, { count: own!.length, totals: totalsOf(own!) }]))
}
/** The page with these owners, and what it sent. */
function show(
  rows: readonly PayeeRow[],
  {
    answer,
    at = path,
    waits = [],
    runs = [],
  }: { answer?: object; at?: string; waits?: readonly number[]; runs?: readonly WaitingRun[] } = {},
) {
  /** What the server would say: it pays all, but those who wait. */
  const preview = ({ payees, approvals }: { payees: PayRunPayee[]; approvals: number[] }) => ({
    payments: [
      ...payees.map(({ kind, id, currency, value, amount, method }, index) => ({
        kind,
        id,
        currency,
        method,
        payment: index,
        value: amount ?? value,
        entries: 1,
        isApproval: false,
        awaitsApproval: waits.includes(id),
        waits: waits.includes(id) ? { code: 'asker', limit: 100, before: 95, approvers: ['Otávio', 'Lívia'] } : null,
      })),
      ...approvals.map((payment) => ({
        kind: 'affiliate',
        id: 0,
        currency: 'BRL',
        method: 'automatic',
        payment,
        value: 1,
        entries: 0,
        isApproval: true,
        awaitsApproval: false,
        waits: null,
      })),
    ],
    refused: [],
  })
  const asked: string[] = []
  const runAction = vi.fn(async (_call: { input: Record<string, unknown> }) => answer)
  const tryAction = async ({ input }: { input: { payees: PayRunPayee[]; approvals: number[] } }) => preview(input)
  const read = async (address: string) => {
    if (address === '/api/brand/freshness') return []
    if (address === '/api/payment/run') return runs
    asked.push(address)
    const statuses = new URL(address, 'http://x').searchParams.get('status')?.split(',')
    const found = rows.filter(({ status }) => !statuses || statuses.includes(status))
    return { rows: found, total: found.length, counts: countsOf(rows) }
  }
  const view = stage({
    actor: root,
    resources: known,
    pages: {},
    others: { [path]: <PaymentsPage /> },
    at,
    dataProvider: { read, runAction, tryAction },
  })
  return { ...view, asked, runAction, user: userEvent.setup() }
}

const payButton = { name: /^Pagar( \d+)?$/ } as const
/** Presses the button of the run as soon as the server has said what would become of it. */
async function pressPay(user: ReturnType<typeof userEvent.setup>) {
  const button = await within(await screen.findByRole('dialog')).findByRole('button', payButton)
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await user.click(button)
}

describe('a pay run', () => {
  it('says in one line how many are ready for how much, and what keeps the others', async () => {
    show([owner({ pendingValue: 20.5 }), owner(), owner(keyless), owner(keyless), awaiting()])
    expect(await screen.findByText('2 prontos, $30,50 · 2 sem chave Pix · 1 para aprovar')).toBeTruthy()
  })

  it('pays everybody who is ready: one button, one question, a receipt', async () => {
    const rows = Array.from({ length: 6 }, () => owner())
    const made = rows.map(({ kind, id, currency }, index) => ({
      kind,
      id,
      currency,
      payment: 100 + index,
      value: 10,
      method: 'automatic',
      awaitsApproval: index === 1,
      isApproval: false,
    }))
    const { user, runAction, asked } = show(rows, { answer: { payments: made, refused: [] } })
    await user.click(await screen.findByRole('button', { name: 'Pagar os 6 prontos' }))
    await screen.findByRole('dialog', { name: 'Pagar $60,00 a 6 favorecidos' })
    expect(asked.at(-1)).toContain('status=payable')
    await pressPay(user)
    const receipt = within(await screen.findByRole('dialog', { name: 'Recibo' }))
    expect(receipt.getByText('Aguardando segunda aprovação')).toBeTruthy()
    expect(receipt.getAllByText('Em processamento')).toHaveLength(5)
    expect(receipt.getAllByText('$60,00')).toBeTruthy()
    expect(runAction.mock.calls[0]![0]).toMatchObject({ resource: 'payment', path: 'run' })
    expect(runAction.mock.calls[0]![0].input['payees']).toHaveLength(6)
  })

  it('adds up what is chosen, each currency by itself, and lets one be left out again', async () => {
    const [one, other, dollars] = [owner(), owner({ pendingValue: 0.2 }), owner({ currency: 'USD', pendingValue: 5 })]
    const { user } = show([one, other, dollars, owner(keyless)])
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar todos desta página' }))
    const bar = within(screen.getByRole('group', { name: 'Pagar…' }))
    expect(bar.getByText('3 selecionados')).toBeTruthy()
    expect(bar.getByText('$10,20 · US$5,00')).toBeTruthy()
    await user.click(bar.getByRole('button', { name: 'Pagar…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: `Tirar ${dollars.name} deste pagamento` }))
    expect(await screen.findByRole('dialog', { name: 'Pagar $10,20 a 2 favorecidos' })).toBeTruthy()
  })

  it('pays a part of what one is due, where less is typed', async () => {
    const [one, other] = [owner({ pendingValue: 30 }), owner()]
    const { user, runAction } = show([one, other], { answer: { payments: [], refused: [] } })
    await user.click(await screen.findByRole('button', { name: 'Pagar os 2 prontos' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: `Valor para ${one.name}` }))
    const amount = dialog.getByRole('spinbutton', { name: `Valor para ${one.name}` })
    await user.clear(amount)
    await user.type(amount, '31')
    expect(await dialog.findByRole('button', payButton)).toHaveProperty('disabled', true)
    await user.clear(amount)
    await user.type(amount, '12.5')
    expect(await screen.findByRole('dialog', { name: /\$22,50/ })).toBeTruthy()
    await pressPay(user)
    expect(runAction.mock.calls[0]![0].input['payees']).toMatchObject([{ value: 30, amount: 12.5 }, { value: 10 }])
  })

  it('keeps who was refused, and says why', async () => {
    const [good, bad] = [owner(), owner()]
    const refusal = { kind: 'affiliate', id: bad.id, currency: 'BRL', code: 'payment_in_flight' }
    const { user } = show([good, bad], { answer: { payments: [], refused: [refusal] } })
    await user.click(await screen.findByRole('button', { name: 'Pagar os 2 prontos' }))
    await pressPay(user)
    const receipt = within(await screen.findByRole('dialog', { name: 'Recibo' }))
    expect(receipt.getByText('Já há um pagamento em processamento. Aguarde o resultado')).toBeTruthy()
    await user.click(receipt.getByRole('button', { name: 'Fechar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('1 selecionado')).toBeTruthy()
  })

  it('asks once for the day on which those were paid who are paid by hand', async () => {
    const hand = owner({ status: 'manual', isPayable: false, paymentType: 'manual' })
    const { user, runAction } = show([hand, owner()], { answer: { payments: [], refused: [] } })
    await user.click(await screen.findByRole('checkbox', { name: 'Selecionar todos desta página' }))
    await user.click(within(screen.getByRole('group', { name: 'Pagar…' })).getByRole('button', { name: 'Pagar…' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByRole('textbox', { name: /Pago em/ })).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: /Referência/ }), 'TED 7')
    await pressPay(user)
    await screen.findByRole('dialog', { name: 'Recibo' })
    expect(runAction.mock.calls[0]![0].input).toMatchObject({
      payees: [{ id: hand.id, method: 'manual' }, { method: 'automatic' }],
      reference: 'TED 7',
    })
  })

  it('is opened by an address, and the address forgets it', async () => {
    const one = owner()
    const { user, asked, location } = show([one], { at: `${path}?pay=affiliate-${one.id}` })
    const dialog = within(await screen.findByRole('dialog'))
    expect(asked.some((address) => address.endsWith(`&owner=affiliate-${one.id}`))).toBe(true)
    await user.click(dialog.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(location.search).toBe(''))
  })
})

describe('the preview of a run on the page', () => {
  it('says what is sent, what waits, why and for whom, and its button counts both', async () => {
    const [sent, waiting] = [owner({ pendingValue: 95 }), owner({ pendingValue: 6 })]
    const { user, runAction } = show([sent, waiting], { answer: { payments: [], refused: [] }, waits: [waiting.id] })
    await user.click(await screen.findByRole('button', { name: 'Pagar os 2 prontos' }))
    const dialog = within(await screen.findByRole('dialog'))
    const button = await dialog.findByRole('button', { name: 'Pagar 1 e pedir 1' })
    const sums = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(sums).toEqual(['Será enviado agora$95,001 favorecido', 'Espera uma segunda pessoa$6,001 favorecido'])
    expect(
      dialog.getByText(
        'O seu dia, com o que vem antes neste pagamento, já soma $95,00; sem outra pessoa vão até $100,00 por dia. Pode aprovar: Otávio ou Lívia.',
      ),
    ).toBeTruthy()
    await user.click(button)
    expect(runAction.mock.calls[0]![0].input['payees']).toMatchObject([
      { id: sent.id, awaitsApproval: false },
      { id: waiting.id, awaitsApproval: true },
    ])
  })

  const together: WaitingRun = {
    run: 'run-1',
    requestedBy: 'marina',
    isOwn: false,
    at: '2026-11-20T10:00:00Z',
    totals: [
      { currency: 'BRL', value: 30 },
      { currency: 'USD', value: 5 },
    ],
    payments: [
      { kind: 'affiliate', id: 1, payment: 11, name: 'Ana', currency: 'BRL', value: 10 },
      { kind: 'affiliate', id: 2, payment: 12, name: 'Bia', currency: 'BRL', value: 20 },
      { kind: 'partner', id: 3, payment: 13, name: 'Caio', currency: 'USD', value: 5 },
    ],
  }

  it('is approved whole by a second person in two presses, each currency by itself', async () => {
    const { user, runAction } = show([awaiting(), awaiting()], {
      runs: [together],
      answer: { payments: [], refused: [] },
    })
    expect(await screen.findByText('marina pede $30,00 · US$5,00 para 3 favorecidos')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Aprovar os 3' }))
    await user.click(await screen.findByRole('button', { name: 'Aprovar os 3 e pagar $30,00 · US$5,00' }))
    expect(runAction.mock.calls[0]![0]).toMatchObject({ path: 'run', input: { approvals: [11, 12, 13] } })
  })

  it('lets one be left out of what is approved, and offers nothing to whoever asked', async () => {
    const { user, runAction } = show([awaiting(), awaiting()], {
      runs: [together, { ...together, run: 'run-2', isOwn: true }],
      answer: { payments: [], refused: [] },
    })
    expect(await screen.findByText('Você pediu $30,00 · US$5,00 para 3 favorecidos')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Aprovar os 3' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Caio' }))
    await user.click(screen.getByRole('button', { name: 'Aprovar os 2 e pagar $30,00' }))
    expect(runAction.mock.calls[0]![0].input).toEqual({ approvals: [11, 12] })
  })
})

describe('a payee whose company asks for an invoice', () => {
  const lacking = (values: Partial<PayeeRow> = {}) =>
    owner({ status: 'invoice_missing', isPayable: false, needsInvoice: true, ...values })
  const field = /Nota fiscal de/

  it('is chosen all the same, and paid once the number was typed', async () => {
    const one = lacking()
    const { user, runAction } = show([one], { answer: { payments: [], refused: [] } })
    expect(await screen.findByText(/1 sem nota fiscal/)).toBeTruthy()
    await user.click(await screen.findByRole('checkbox', { name: `Selecionar ${one.name}` }))
    await user.click(within(screen.getByRole('group', { name: 'Pagar…' })).getByRole('button', { name: 'Pagar…' }))
    const dialog = within(await screen.findByRole('dialog'))
    const pay = await dialog.findByRole('button', payButton)
    expect(pay).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox', { name: field }), 'nota')
    expect(pay).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox', { name: field }), ' 1024')
    await pressPay(user)
    await screen.findByRole('dialog', { name: 'Recibo' })
    expect(runAction.mock.calls[0]![0].input['payees']).toMatchObject([{ id: one.id, invoice: 'nota 1024' }])
  })

  it('is given its number where it stands', async () => {
    const one = lacking()
    const { user, runAction } = show([one], { answer: { isRequired: true, waiting: [] } })
    await user.click((await screen.findAllByRole('button', { name: `Informar a nota fiscal de ${one.name}` }))[0]!)
    const dialog = within(await screen.findByRole('dialog', { name: `Nota fiscal de ${one.name}` }))
    await user.type(dialog.getByRole('textbox', { name: /Nota fiscal/ }), 'nf 7')
    await user.click(dialog.getByRole('button', { name: 'Salvar' }))
    await waitFor(() =>
      expect(runAction).toHaveBeenCalledWith(
        expect.objectContaining({ path: `affiliate/${one.id}/invoice`, input: { currency: 'BRL', number: 'NF 7' } }),
      ),
    )
  })

  it('is paid as it is paid, once it has one', () => {
    expect(payRunPlanFor(lacking())).toBe('send')
    expect(payRunPlanFor(lacking({ needsApproval: true }))).toBe('ask')
    expect(payRunPlanFor(lacking({ paymentType: 'manual' }))).toBe('hand')
    expect(payRunPlanFor(lacking({ pendingValue: 0 }))).toBeNull()
    expect(runInput([owner({ needsInvoice: true, invoice: 'NF 1' })]).payees).toMatchObject([{ invoice: 'NF 1' }])
  })
})

describe('taxes that would be kept back', () => {
  const taxed = { withheld: [{ tax: 'irrf', value: 1.5 }], net: 8.5 }

  it('stand beside gross and net before anything is paid, in a run and in one payment', async () => {
    const { user } = show([owner(taxed)])
    const amounts = (dialog: HTMLElement) =>
      [...dialog.querySelectorAll('dl > div')].map((line) => line.textContent!.replaceAll(/\s/g, ''))
    const expected = ['Bruto$10,00', 'IRRF-$1,50', 'Líquidoaenviar$8,50']
    await user.click(await screen.findByRole('button', { name: /Pagar 1 pronto|Pagar os? .*pronto/ }))
    const run = await screen.findByRole('dialog')
    expect(amounts(run)).toEqual(expected)
    await user.click(within(run).getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click((await screen.findAllByRole('button', { name: /^Pagar agora/ }))[0]!)
    const one = await screen.findByRole('dialog')
    expect(amounts(one)).toEqual(expected)
  })
})

describe('what a run does for an owner', () => {
  it('is what the page may do for it alone', () => {
    expect(payRunPlanFor(owner())).toBe('send')
    expect(payRunPlanFor(owner({ needsApproval: true }))).toBe('ask')
    expect(payRunPlanFor(owner({ status: 'below_minimum' }))).toBe('send')
    expect(payRunPlanFor(awaiting())).toBe('approve')
    expect(payRunPlanFor(awaiting({ isOwn: true }))).toBeNull()
    expect(payRunPlanFor(owner({ status: 'manual', isPayable: false }))).toBe('hand')
    expect(payRunPlanFor(owner({ status: 'manual', isPayable: false, pendingValue: -1 }))).toBeNull()
    expect(payRunPlanFor(owner({ isPartial: true, isPayable: false, status: 'manual' }))).toBeNull()
    expect(payRunPlanFor(owner(keyless))).toBeNull()
  })

  it('is asked by payee and by payment', () => {
    const [one, waiting] = [owner({ currency: 'USD', needsApproval: true }), awaiting()]
    expect(runInput([one, waiting])).toEqual({
      payees: [{ kind: 'affiliate', id: one.id, currency: 'USD', value: 10, method: 'automatic' }],
      approvals: [3],
    })
    expect(totalsOf([one, waiting, awaiting()])).toEqual([
      { currency: 'BRL', value: 300.2 },
      { currency: 'USD', value: 10 },
    ])
  })
})

describe('what an owner lacks', () => {
  const resource = known['affiliate']!
  const staff = (...roles: string[]): Actor => ({ ...root, root: false, roles: new Set(roles) as Actor['roles'] })

  it('is filled in where it stands by whoever may change all of it', () => {
    const asked = { owner: owner(keyless), resource }
    expect(missingPayeeFields({ ...asked, actor: root })).toEqual(['paymentKeyType', 'paymentKey'])
    expect(missingPayeeFields({ ...asked, actor: staff('affiliate') })).toEqual([])
    expect(missingPayeeFields({ ...asked, actor: staff('financial') })).toEqual([])
    expect(missingPayeeFields({ ...asked, actor: staff('financial', 'affiliate') })).toHaveLength(2)
    expect(missingPayeeFields({ owner: owner(), resource, actor: root })).toEqual([])
  })

  it('is saved with the checks of its own page, and the list read anew', async () => {
    const lacking = owner({ ...keyless, name: 'Ana' })
    const record = {
      id: lacking.id,
      version: 4,
      name: 'Ana',
      paymentType: 'automatic',
      paymentKeyType: null,
      paymentKey: null,
      rewardProfile: 1,
      brands: [1],
      cpf: '52998224725',
      email: 'ana@example.com',
      documentType: 'cpf',
      document: '52998224725',
    }
    const update = vi.fn(async (_: string, { data }: { data: object }) => ({ data: { ...record, ...data } }))
    const read = vi.fn(async () => ({ rows: [lacking], total: 1, counts: countsOf([lacking]) }))
    const user = userEvent.setup()
    stage({
      actor: root,
      resources: known,
      pages: {},
      others: { [path]: <PaymentsPage /> },
      at: path,
      dataProvider: { read, update, getOne: async () => ({ data: record }) },
    })
    await user.click((await screen.findAllByRole('button', { name: 'Completar o cadastro de Ana' }))[0]!)
    const dialog = within(await screen.findByRole('dialog', { name: 'Dados que faltam de Ana' }))
    await user.click(await dialog.findByRole('combobox', { name: /Tipo de chave/ }))
    await user.click(await screen.findByRole('option', { name: /E-mail/i }))
    await user.type(dialog.getByRole('textbox', { name: /Chave/ }), 'ana@example.com')
    const before = read.mock.calls.length
    await user.click(dialog.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(update).toHaveBeenCalled())
    expect(update.mock.calls[0]![1].data).toMatchObject({
      paymentKeyType: 'email',
      paymentKey: 'ana@example.com',
      version: 4,
    })
    await waitFor(() => expect(read.mock.calls.length).toBeGreaterThan(before))
  })
})
