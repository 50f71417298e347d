import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { addDays } from '#engine/values/calendar.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import TaxesPage from '#features/payouts/ui/taxes/TaxesPage.tsx'
import { stage } from '#tests/support/ui/stage.tsx'

/** The accountant's page of taxes. The numbers are examples and no law. */
const accountant: Actor = {
  kind: 'user',
  userId: 4,
  name: 'ana@office.test',
  root: false,
  roles: new Set(['financial']),
  company: 1,
  allowedBrands: [1],
  partner: null,
}
const today = businessToday()
const table = (values: object) => ({
  id: Math.random(),
  company: 1,
  tax: 'irrf',
  ownerKind: 'cpf',
  municipality: '',
  currency: 'BRL',
  from: addDays(today, -30),
  brackets: [{ from: 0, rate: 10, deduct: 0 }],
  ceiling: null,
  source: 'Example 1',
  loadedAt: '2026-11-20T10:00:00Z',
  loadedBy: 'ana@office.test',
  ...values,
})
const loaded = [
  table({}),
  table({ from: addDays(today, -60), brackets: [{ from: 0, rate: 8, deduct: 0 }], source: 'Example 0' }),
  table({ from: addDays(today, 40), brackets: [{ from: 0, rate: 12, deduct: 1.5 }], source: 'Example 2' }),
  table({ tax: 'iss', ownerKind: 'cnpj', municipality: 'recife', brackets: [{ from: 0, rate: 5, deduct: 0 }] }),
]

const reported = [
  {
    tax: 'irrf',
    documentType: 'cpf',
    document: '52998224725',
    name: 'Ana',
    currency: 'BRL',
    payments: 5,
    gross: 12_000,
    withheld: 2141.34,
    givenBack: 41.34,
    total: 2100,
  },
]

function show(tables: readonly object[], dataProvider: Record<string, unknown> = {}, actor: Actor = accountant) {
  stage({
    actor,
    resources: resources as unknown as Readonly<Record<string, AnyResource>>,
    pages: {},
    others: { '/financial/taxes': <TaxesPage /> },
    at: '/financial/taxes',
    dataProvider: {
      read: async (path: string) =>
        path.startsWith('/api/tax/report') ? { company: 1, month: '2026-11-01', rows: reported } : tables,
      ...dataProvider,
    },
  })
}
const section = (name: string) => screen.findByRole('region', { name })

beforeEach(() => {
  // react-admin writes refused calls to the console of a development build.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the page of taxes', () => {
  it('says of each tax which tables held, hold and come, for whom, whose word it is, and who loaded it', async () => {
    show(loaded)
    const rows = within(
      await screen.findByRole('table', { name: 'IRRF · CPF · todos os municípios · BRL' }),
    ).getAllByRole('row')
    expect(rows.slice(1).map((row) => within(row).getByText(/^(Agendada|Vigente|Encerrada)$/).textContent)).toEqual([
      'Agendada',
      'Vigente',
      'Encerrada',
    ])
    expect(rows[1]!.textContent).toMatch(/12,00%, deduzir \$1,50/)
    expect(rows[2]!.textContent).toContain('Example 1')
    expect(rows[2]!.textContent).toMatch(/20\/11\/2026 10:00 UTC \([^)]+\) por ana@office\.test/)
    expect(screen.getByRole('table', { name: 'ISS · CNPJ · recife · BRL' })).toBeTruthy()
    expect((await section('INSS'))!.textContent).toContain('Sem tabela: este tributo não é retido.')
    expect((await section('IRRF'))!.textContent).toContain('menos INSS')
  })

  it('says that nothing is withheld where there are none, and states no number of its own', async () => {
    show([])
    expect(await screen.findByText('Nenhuma tabela carregada: nada é retido.')).toBeTruthy()
    expect(screen.queryByText(/%/)).toBeNull()
  })

  it('shows what was withheld of each payee in a month, with what was given back', async () => {
    show(loaded)
    const report = within(await screen.findByRole('table', { name: 'Retido em um mês' }))
    const cells = within(report.getAllByRole('row')[1]!).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      'IRRF',
      'Ana',
      '52998224725',
      '$12.000,00',
      '$2.141,34',
      '$41,34',
      '$2.100,00',
    ])
  })

  it('tries an amount on a day: what is kept back of it and what is sent', async () => {
    show(loaded)
    const trial = within(await section('Testar com um valor'))
    expect(trial.getByText(/900,00/)).toBeTruthy()
    await userEvent.clear(trial.getByLabelText('Valor'))
    await userEvent.type(trial.getByLabelText('Valor'), '200')
    expect(trial.getByText(/180,00/)).toBeTruthy()
    await userEvent.type(trial.getByLabelText('Município'), 'Recife')
    await userEvent.click(trial.getByLabelText('Tipo de favorecido'))
    await userEvent.click(await screen.findByRole('option', { name: 'CNPJ' }))
    expect(trial.getByText(/190,00/)).toBeTruthy()
    await userEvent.clear(trial.getByLabelText('Município'))
    expect(trial.getByText('Nada é retido.')).toBeTruthy()
  })

  it('changes a table from a day on, and never for days that are over', async () => {
    const runAction = vi.fn(async () => ({ company: 1 }))
    show(loaded, { runAction })
    await userEvent.click(
      await screen.findByRole('button', { name: 'Nova vigência: IRRF · CPF · todos os municípios · BRL' }),
    )
    const dialog = within(await screen.findByRole('dialog'))
    const load = dialog.getByRole<HTMLButtonElement>('button', { name: 'Carregar tabela' })
    expect(load.disabled).toBe(true)
    await userEvent.clear(dialog.getByLabelText('Alíquota (1)'))
    await userEvent.type(dialog.getByLabelText('Alíquota (1)'), '11')
    await userEvent.type(dialog.getByLabelText(/^Fonte \(lei ou norma\)/), 'Example 3')
    expect(dialog.getByText(/110,00 retidos de \$1\.000,00.*Hoje: \$100,00 retidos/)).toBeTruthy()
    const day = dialog.getByLabelText(/^Vigente a partir de/)
    await userEvent.clear(day)
    await userEvent.type(day, addDays(today, -1))
    expect(load.disabled).toBe(true)
    expect(dialog.getByText(/^Uma tabela em uso não muda no passado/)).toBeTruthy()
    await userEvent.clear(day)
    await userEvent.type(day, addDays(today, 40))
    expect(dialog.getByText(/As duas ficam no log/)).toBeTruthy()
    await userEvent.click(load)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(runAction).toHaveBeenCalledWith(
      expect.objectContaining({
        resource: 'tax?company=1',
        input: {
          tax: 'irrf',
          ownerKind: 'cpf',
          municipality: '',
          currency: 'BRL',
          from: addDays(today, 40),
          brackets: [{ from: 0, rate: 11, deduct: 0 }],
          ceiling: null,
          source: 'Example 3',
        },
      }),
    )
  })

  it('asks root for a company first', async () => {
    const read = vi.fn(async () => [])
    show([], { read, getList: async () => ({ data: [], total: 0 }) }, { ...accountant, root: true, company: null })
    expect(await screen.findByText('Escolha uma empresa.')).toBeTruthy()
    expect(read).not.toHaveBeenCalledWith(expect.stringContaining('/api/tax'), expect.anything())
  })
})
