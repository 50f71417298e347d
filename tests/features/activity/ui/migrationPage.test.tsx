import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import MigrationPage from '#features/activity/ui/migration/MigrationPage.tsx'
import { fromAddress } from '#engine/ui/router/addresses.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const address = '/management/migration'
const opening = {
  file: '5f0c1c1e-5d0b-4c58-9a0e-0d5d8c2a7f11',
  requestedBy: 'ana@office.example',
  createdAt: '2026-11-27T10:00:00.000Z',
  day: '2026-09-30',
  entries: 5,
  totals: [{ currency: 'BRL', value: 850.65 }],
  waiting: 5,
}
const control = [
  { month: '2026-08', measure: 'ngr', theirs: '100.00', ours: '100.00', difference: '0.00' },
  { month: '2026-09', measure: 'ngr', theirs: '50.00', ours: '40.00', difference: '-10.00' },
]

function open(query: string, more: Parameters<typeof actorWith>[1] = {}) {
  const asked: { resource: string; path: string; input: unknown }[] = []
  const called: string[][] = []
  const answers: Readonly<Record<string, unknown>> = {
    '/api/import?entity=affiliate': [
      {
        id: 1,
        created: 6,
        updated: 0,
        importedAt: '2026-11-27T10:00:00.000Z',
        undoneAt: null,
        createdAt: opening.createdAt,
      },
    ],
    '/api/entry/opening': [opening],
    '/api/brand/3/feed/control': control,
  }
  const view = stage({
    actor: actorWith(['affiliate', 'brand', 'action', 'financial'], more),
    resources: resources as unknown as Readonly<Record<string, AnyResource>>,
    pages: {},
    isTranslated: true,
    others: { [fromAddress(address)]: <MigrationPage /> },
    at: `${address}${query}`,
    dataProvider: {
      getOne: async () => ({ data: { id: 3, name: 'Acme', company: 8 } }),
      getList: async () => ({ data: [{ id: 3, name: 'Acme' }], total: 1 }),
      getMany: async () => ({ data: [{ id: 3, name: 'Acme' }] }),
      read: async (path: string) => answers[path] ?? [],
      callApi: async (path: string, { body }: RequestInit) => {
        called.push([path, String(body)])
        return { json: [{ ...control[0]!, isStated: true }], headers: new Headers() }
      },
      tryAction: async () => {
        throw toHttpError(400, {
          code: 'validation_failed',
          details: { 'rows.3.affiliate': [{ code: 'invalid_affiliate' }], 'rows.5.day': [{ code: 'invalid_date' }] },
        })
      },
      runAction: async (call: (typeof asked)[number]) => {
        asked.push(call)
        return { approved: [1] }
      },
    },
  })
  return { ...view, asked, called }
}

afterEach(cleanup)

describe('the page of a move from another system', () => {
  it('asks for the brand first', async () => {
    open('')
    expect(await screen.findByText('Escolha a marca para começar.')).not.toBeNull()
    expect(screen.queryByRole('listitem')).toBeNull()
  })

  it('shows the steps in order with what was imported, and the columns of the chosen system', async () => {
    open('?brand=3&kit=affilka')
    const titles = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent)
    expect(titles).toEqual([
      'Primeiro dia aqui',
      'Acordos',
      'Afiliados',
      'Links',
      'Saldos iniciais',
      'Atividade',
      'Pagamentos anteriores',
      'Conferir por mês',
    ])
    expect(await screen.findByText('6 importados')).not.toBeNull()
    expect(screen.getByText(/As colunas de Affilka são reconhecidas: date, tracker code/)).not.toBeNull()
    expect(screen.getAllByRole('button', { name: 'Importar' })).toHaveLength(3)
  })

  it('imports affiliates into the company of the brand, by the names of the chosen system', async () => {
    const { called } = open('?brand=3&kit=affilka', { root: true })
    const user = userEvent.setup()
    const [button] = await screen.findAllByRole('button', { name: 'Importar' })
    await user.click(button!)
    const dialog = within(await screen.findByRole('dialog'))
    await user.upload(
      await dialog.findByLabelText('Escolher planilha', { selector: 'input' }),
      new File(['Partner ID;Name'], 'partners.csv', { type: 'text/csv' }),
    )
    await waitFor(() => expect(called).toHaveLength(1))
    const sent = new URL(called[0]![0]!, 'https://office.example').searchParams.get('mapping')!
    expect(JSON.parse(sent)).toEqual({
      source: 'affilka',
      names: { externalId: ['partner id', 'partner'] },
      defaults: { brands: '#3', company: '#8' },
    })
  })

  it('tells payments of the past apart by their ids, so that a second run changes nothing', async () => {
    const { called } = open('?brand=3&kit=affilka')
    const user = userEvent.setup()
    await user.click((await screen.findAllByRole('button', { name: 'Importar' })).at(-1)!)
    const dialog = within(await screen.findByRole('dialog'))
    await user.upload(
      await dialog.findByLabelText('Escolher planilha', { selector: 'input' }),
      new File(['Payment ID;Date'], 'payments.csv', { type: 'text/csv' }),
    )
    await waitFor(() => expect(called).toHaveLength(1))
    const sent = new URL(called[0]![0]!, 'https://office.example').searchParams.get('mapping')!
    expect(JSON.parse(sent).names.externalId).toContain('payment id')
  })

  it('says of opening balances which cells are wrong, by row and column', async () => {
    open('?brand=3')
    const user = userEvent.setup()
    const choose = await screen.findByLabelText('Escolher planilha de saldos', { selector: 'input' })
    await user.upload(choose, new File(['ID;Saldo'], 'balances.csv', { type: 'text/csv' }))
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Linha 3, ID do afiliado: Ninguém aqui tem este ID; importe antes os afiliados ou tire a linha',
      expect.stringContaining('Linha 5, data: '),
    ])
  })

  it('compares the months, and names those that differ', async () => {
    open('?brand=3')
    const table = await screen.findByRole('table', { name: 'Totais por mês' })
    expect(within(table).getAllByRole('row')).toHaveLength(3)
    expect(screen.getByText('Há meses que não conferem.')).not.toBeNull()
  })

  it('takes their totals as they are pasted, and shows the difference', async () => {
    const { called } = open('?brand=3')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Colar totais deles' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('textbox', { name: 'Totais por mês' }))
    await user.paste('Mês\tFTD\n2026-09\t3')
    await user.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('informado')).not.toBeNull()
    expect(called).toEqual([['/api/brand/3/feed/control', JSON.stringify({ table: 'Mês\tFTD\n2026-09\t3' })]])
  })

  it('takes the totals of a month that are typed', async () => {
    const { called } = open('?brand=3')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Digitar um mês' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /^Mês/ }), 'ago/26')
    await user.type(dialog.getByRole('textbox', { name: /^Cadastros/ }), '12')
    await user.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('informado')).not.toBeNull()
    expect(JSON.parse(called[0]![1]!)).toEqual({ totals: [{ month: 'ago/26', measure: 'registrations', value: '12' }] })
  })

  it('lets another person approve the balances of a file at once', async () => {
    const { asked } = open('?brand=3')
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Aprovar todos' }))
    await waitFor(() =>
      expect(asked).toMatchObject([{ resource: 'entry', path: 'opening/approve', input: { file: opening.file } }]),
    )
  })
})
