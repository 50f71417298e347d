import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import JobsPage from '#engine/jobs/ui/JobsPage.tsx'
import LedgerPage from '#features/ledger/ui/LedgerPage.tsx'
import PaymentsPage from '#features/payouts/ui/PaymentsPage.tsx'
import ReconciliationPage from '#features/reconciliation/ui/ReconciliationPage.tsx'
import UnattributedPage from '#features/activity/ui/unattributed/UnattributedPage.tsx'
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
const show = (path: string, page: React.ReactElement, dataProvider: Record<string, unknown>, query = '') =>
  stage({ actor: root, resources: known, pages: {}, others: { [path]: page }, at: `${path}${query}`, dataProvider })

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const owner = {
  kind: 'affiliate',
  id: 7,
  name: 'Ana',
  paymentType: 'automatic',
  dueValue: 120.5,
  pendingValue: 120.5,
  pendingCount: 2,
  minimumPayout: 50,
  currency: 'BRL',
  status: 'payable',
  isPayable: true,
  needsApproval: false,
  heldUntil: null,
  hold: null,
  nextPayDay: '2026-11-23',
  missing: [],
  payment: null,
}
const owners = (...rows: object[]) => ({
  rows,
  total: rows.length,
  counts: { payable: { count: rows.length, value: 120.5 } },
})

describe('payment by affiliate', () => {
  it('says of each owner what is due and why it is not paid', async () => {
    const failed = {
      ...owner,
      id: 8,
      name: 'Bia',
      status: 'failed',
      payment: {
        id: 3,
        value: 9,
        state: 'rejected',
        awaitsApproval: false,
        requestedBy: 'x',
        isOwn: false,
        at: '2026-11-20T10:00:00Z',
        reason: 'Refused: no such key',
        remark: { code: 'refused', values: { reason: 'no such key' } },
        nextTryAt: null,
      },
    }
    const incomplete = { ...owner, id: 9, name: 'Caio', status: 'incomplete', isPayable: false, missing: ['cpf'] }
    show('/financial/affiliate/payment', <PaymentsPage />, { read: async () => owners(owner, failed, incomplete) })
    expect(await screen.findAllByText(/^20\/11\/2026 10:00 UTC \([^)]+\): Recusado: no such key$/)).not.toEqual([])
    expect(screen.getAllByText('Falta preencher: CPF')).not.toEqual([])
    expect(screen.queryByRole('button', { name: 'Pagar agora: Caio' })).toBeNull()
  })

  it('pays once: a call without an answer is repeated with the same Idempotency-Key', async () => {
    // react-admin writes refused calls to the console of a development build.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const keys: string[] = []
    const runAction = vi.fn(async ({ headers }: { headers: Record<string, string> }) => {
      keys.push(headers['Idempotency-Key']!)
      if (keys.length === 1) throw toHttpError(503, { code: 'unavailable' })
      return { id: 1, awaitsApproval: false }
    })
    const user = userEvent.setup()
    show('/financial/affiliate/payment', <PaymentsPage />, { read: async () => owners(owner), runAction })
    await user.click((await screen.findAllByRole('button', { name: 'Pagar agora: Ana' }))[0]!)
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Pagar agora' }))
    await within(dialog).findByRole('alert')
    await user.click(within(dialog).getByRole('button', { name: 'Pagar agora' }))
    expect(await screen.findByText('Pagamento a Ana em processamento')).toBeTruthy()
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(runAction.mock.calls[0]![0]).toMatchObject({ resource: 'payment', path: 'affiliate/7', input: {} })
  })

  it('keeps what is asked in the address', async () => {
    const asked: string[] = []
    const user = userEvent.setup()
    const { location } = show(
      '/financial/affiliate/payment',
      <PaymentsPage />,
      {
        read: async (path: string) => {
          asked.push(path)
          return owners(owner)
        },
      },
      '?kind=affiliate',
    )
    await user.click(await screen.findByRole('button', { name: /Pronto para pagar/ }))
    expect(location.search).toBe('?kind=affiliate&status=payable')
    await waitFor(() => expect(asked.at(-1)).toContain('kind=affiliate&status=payable'))
  })

  it('lets the person who asked decline, and another one approve', async () => {
    const waiting = {
      ...owner,
      status: 'awaiting_approval',
      isPayable: false,
      payment: {
        id: 3,
        value: 9,
        state: 'created',
        awaitsApproval: true,
        requestedBy: 'me',
        isOwn: true,
        at: '2026-11-20T10:00:00Z',
        reason: null,
        nextTryAt: null,
      },
    }
    show('/financial/affiliate/payment', <PaymentsPage />, {
      read: async () =>
        owners(waiting, { ...waiting, id: 8, name: 'Bia', payment: { ...waiting.payment, isOwn: false } }),
    })
    const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!)
    expect((await rowOf('Ana')).queryByRole('button', { name: 'Aprovar' })).toBeNull()
    expect((await rowOf('Bia')).getAllByRole('button', { name: 'Aprovar' })).not.toEqual([])
  })
})

describe('jobs', () => {
  const job = {
    name: 'closeToday',
    schedule: { everySeconds: 600 },
    lastRun: {
      id: 1,
      state: 'failed',
      startedAt: '2026-11-20T10:00:00Z',
      finishedAt: '2026-11-20T10:00:01Z',
      outcome: 'Nothing moved since the last close',
      remarks: [{ code: 'nothingMoved' }],
      progress: null,
      requestedBy: null,
    },
    currentRun: null,
    nextRun: '2026-11-20T10:10:00Z',
  }

  it('tell their last run, their next and how it went, and run now', async () => {
    const runAction = vi.fn(async () => ({ id: 2 }))
    show('/management/jobs', <JobsPage />, { read: async () => [job], runAction })
    expect(await screen.findByText('Nada mudou desde o último fechamento')).toBeTruthy()
    expect(screen.getByText('Falhou')).toBeTruthy()
    expect(screen.getByText(/20\/11\/2026 10:10 UTC/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Executar agora: Fechamento parcial de hoje' }))
    expect(runAction).toHaveBeenCalledWith({ resource: 'job', path: 'closeToday/run', input: {} })
  })
})

describe('reconciliation', () => {
  it('shows the comparison by finding with its next step, and confirms exactly what was shown', async () => {
    const line = {
      line: 2,
      reference: '5',
      payment: 5,
      finding: 'settle',
      nextStep: 'confirm',
      there: { amount: 10, state: 'settled', day: '2026-11-20', currency: null },
      here: { amount: 10, state: 'sent', currency: 'BRL' },
    }
    const calls: Record<string, unknown>[] = []
    const runAction = async ({ input }: { input: Record<string, unknown> }) => {
      calls.push(input)
      if ('confirmation' in input) return { changed: [5] }
      return calls.length === 1
        ? { lines: [line], counts: { settle: 1 }, skipped: [], confirmation: 'seen' }
        : {
            lines: [{ ...line, finding: 'matched', nextStep: 'none' }],
            counts: { matched: 1 },
            skipped: [],
            confirmation: 'later',
          }
    }
    const user = userEvent.setup()
    show('/financial/reconciliation', <ReconciliationPage />, { runAction })
    await user.upload(
      screen.getByLabelText('Escolher extrato (CSV, OFX, CNAB 240)', { selector: 'input' }),
      new File(['id,amount,date,status\n5,10,2026-11-20,settled\n'], 'bank.csv', { type: 'text/csv' }),
    )
    expect(await screen.findByText('Pago no banco, aberto aqui')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Aplicar resultados' }))
    expect(await screen.findByText('Tudo confere. Nada a fazer.')).toBeTruthy()
    expect(calls[1]).toMatchObject({ confirmation: 'seen', statement: calls[0]!['statement'] })
  })

  it('sends what is accepted and dismissed, shows lines set aside, and remembers a code of the bank', async () => {
    const there = { amount: 10, state: 'settled', day: '2026-11-20', currency: null, text: 'PIX ANA', code: null }
    const here = { amount: 10, state: 'sent', currency: 'BRL', payee: 'Ana Lima' }
    const code = { bank: '341', code: 'Q9', company: 1 }
    const lines = [
      {
        line: 2,
        reference: 'PIX ANA',
        payment: 5,
        finding: 'proposed',
        nextStep: 'accept',
        match: { reason: 'payee', confidence: 'likely' },
        there,
        here,
      },
      {
        line: 3,
        reference: 'TARIFA',
        payment: null,
        finding: 'missing_here',
        nextStep: 'find_payment',
        match: null,
        there,
        here: null,
      },
      {
        line: 4,
        reference: 'RF-1',
        payment: 6,
        finding: 'unknown_code',
        nextStep: 'answer_code',
        match: null,
        there: { ...there, state: 'unclear', code },
        here,
      },
    ]
    const skipped = [{ line: 9, text: 'x;y', problem: 'no_amount', value: '', reason: 'there is no amount' }]
    const counts = { proposed: 1, missing_here: 1, unknown_code: 1 }
    const calls: [string, Record<string, unknown>][] = []
    const runAction = async ({ path, input }: { path: string; input: Record<string, unknown> }) => {
      calls.push([path, input])
      return 'confirmation' in input ? { changed: [5] } : { lines, counts, skipped, confirmation: 'seen' }
    }
    const user = userEvent.setup()
    show('/financial/reconciliation', <ReconciliationPage />, { runAction })
    await user.upload(
      screen.getByLabelText('Escolher extrato (CSV, OFX, CNAB 240)', { selector: 'input' }),
      new File(['a'], 'bank.csv', { type: 'text/csv' }),
    )
    expect(await screen.findByText(/não há valor \(x;y\)/)).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Aceitar a linha 2: Ana Lima' }))
    await user.click(screen.getByRole('checkbox', { name: 'A linha 3 não é pagamento nosso' }))
    await user.click(screen.getByRole('button', { name: 'Aplicar resultados' }))
    expect(calls[1]).toMatchObject(['reconcile', { confirmation: 'seen', accept: [2], dismiss: [3] }])
    await user.click(await screen.findByRole('combobox', { name: /Q9/ }))
    await user.click(await screen.findByRole('option', { name: 'Não pago' }))
    expect(calls.find(([path]) => path === 'bank_code')).toMatchObject(['bank_code', { ...code, means: 'rejected' }])
  })
})

describe('events of nobody', () => {
  const event = {
    eventId: 'e1',
    brand: 1,
    type: 'bet',
    occurredAt: '2026-11-20T10:00:00Z',
    playerRef: 'p',
    actionToken: null,
    clickId: null,
    product: 'bets',
    amount: 5,
    currency: 'BRL',
    reason: 'unknown_player',
  }
  const answer = (events: object[]) => ({
    json: events,
    body: '',
    headers: new Headers({ 'content-range': `unattributed 0-${events.length - 1}/${events.length}` }),
  })

  it('are tried again, chosen ones by brand', async () => {
    const runAction = vi.fn(async () => ({ attributed: 1, remaining: 0 }))
    const user = userEvent.setup()
    show('/registers/brand/unattributed', <UnattributedPage />, {
      callApi: async () => answer([event, { ...event, eventId: 'e2', brand: 2 }]),
      runAction,
    })
    await user.click(await screen.findByRole('checkbox', { name: 'e1' }))
    await user.click(screen.getByRole('checkbox', { name: 'e2' }))
    expect(screen.getByRole('button', { name: 'Atribuir a um link' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    expect(await screen.findByText('2 eventos atribuídos')).toBeTruthy()
    expect(runAction.mock.calls.map(([call]: any) => call.input)).toEqual([
      { brand: 1, eventIds: ['e1'] },
      { brand: 2, eventIds: ['e2'] },
    ])
  })

  it('say so where there are none', async () => {
    show('/registers/brand/unattributed', <UnattributedPage />, { callApi: async () => answer([]) })
    expect(await screen.findByText('Todos os eventos estão atribuídos.')).toBeTruthy()
  })
})

describe('reasons of our own', () => {
  it('are said in the reader’s language inside what was tried', async () => {
    const remark = {
      code: 'refusedAfter',
      values: { tries: 6, reason: 'The gateway has too much to do' },
      because: { code: 'busy' },
    }
    const failed = {
      ...owner,
      status: 'failed',
      payment: {
        id: 3,
        value: 9,
        state: 'rejected',
        awaitsApproval: false,
        requestedBy: 'x',
        isOwn: false,
        at: '2026-11-20T10:00:00Z',
        reason: 'Rejected',
        remark,
        nextTryAt: null,
      },
    }
    show('/financial/affiliate/payment', <PaymentsPage />, { read: async () => owners(failed) })
    expect(
      await screen.findAllByText(
        /^20\/11\/2026 10:00 UTC \([^)]+\): Recusado depois de 6 tentativas: O gateway está sobrecarregado$/,
      ),
    ).not.toEqual([])
  })
})

describe('outcomes of jobs', () => {
  it('are said by code with what they name; what was kept before there were codes stays as it was written', async () => {
    const run = {
      id: 1,
      state: 'done',
      startedAt: '2026-11-20T10:00:00Z',
      finishedAt: '2026-11-20T10:00:01Z',
      progress: null,
      requestedBy: null,
    }
    const told = {
      ...run,
      outcome: 'x',
      remarks: [
        { code: 'paid', values: { count: 2 } },
        { code: 'notPaid', values: { reason: 'below_minimum', count: 3 } },
      ],
    }
    const refused = {
      ...run,
      outcome: 'x',
      remarks: [{ code: 'refused', values: { message: 'x', error: 'unavailable' } }],
    }
    const jobs = [told, refused, { ...run, outcome: 'As it was', remarks: null }].map((lastRun, index) => ({
      name: ['automaticPayments', 'closeToday', 'cleanUp'][index],
      schedule: { dailyAt: '06:00' },
      lastRun,
      currentRun: null,
      nextRun: '2026-11-21T06:00:00Z',
    }))
    show('/management/jobs', <JobsPage />, { read: async () => jobs })
    expect(await screen.findByText('Pagamentos feitos: 2; não pagos (Abaixo do mínimo): 3')).toBeTruthy()
    expect(screen.getByText('O banco de dados não responde; tente de novo em instantes')).toBeTruthy()
    expect(screen.getByText('As it was')).toBeTruthy()
  })
})

describe('the ledger', () => {
  it('is a table a currency, by account and brand, with as much debit as credit', async () => {
    const row = {
      account: 'cost',
      code: '4.1',
      brand: { id: 1, name: 'Alpha' },
      opening: 0,
      debit: 30,
      credit: 0,
      closing: 30,
    }
    const owed = { ...row, account: 'payable', code: '2.1', brand: null, debit: 0, credit: 30, closing: -30 }
    const total = { currency: 'USD', rows: [row, owed], opening: 0, debit: 30, credit: 30, closing: 0 }
    const read = vi.fn(async () => ({
      company: { id: 1, name: 'Casa' },
      from: '2026-02-01',
      to: '2026-02-28',
      totals: [total],
    }))
    show('/financial/ledger', <LedgerPage />, { read }, '?from=2026-02-01&to=2026-02-28')
    const table = await screen.findByRole('table', { name: 'Razão contábil USD' })
    const rows = within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    expect(rows[1]).toMatch(/^4\.1Comissões de afiliados e parceirosAlpha.*30,00/)
    expect(rows[2]).toMatch(/^2\.1A pagar a afiliados e parceiros/)
    expect(rows[3]).toMatch(/^Total/)
    expect(read).toHaveBeenCalledWith('/api/ledger?from=2026-02-01&to=2026-02-28', expect.anything())
  })
})
