import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { ShownImport } from '#engine/imports/answers/imports.ts'
import ImportDialog from '#engine/imports/ui/ImportDialog.tsx'
import { ImportButton } from '#engine/imports/ui/ImportButton.tsx'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const checked: ShownImport = {
  id: 7,
  entity: 'parcel',
  fileName: 'parcels.csv',
  mode: 'accepted',
  step: 'check',
  state: 'done',
  progress: null,
  rows: 4,
  created: 2,
  updated: 1,
  unchanged: 0,
  leftEmpty: [],
  refused: [
    {
      row: 4,
      field: 'weight',
      code: 'import_number',
      message: '',
      values: { value: 'muito' },
      name: 'Box',
      cell: 'muito',
    },
  ],
  refusedRows: 1,
  undone: 0,
  columns: [
    { head: 'Nome', field: 'name', by: 'name', samples: ['Box', 'Case'] },
    { head: 'Peso bruto', field: null, by: 'none', samples: ['muito'] },
  ],
  source: 'import',
  cells: {},
  needsProof: false,
  problem: null,
  createdBy: 'ana@office.example',
  createdAt: '2026-11-27T10:00:00.000Z',
  importedAt: null,
  undoUntil: null,
  undoneAt: null,
}

/** The dialog over a server that answers each call with the next state of the import. */
function showImport(...states: ShownImport[]) {
  let at = -1
  const state = () => states[Math.min(at, states.length - 1)]!
  const sent: { path: string; body: unknown }[] = []
  const callApi = vi.fn(async (path: string, init: RequestInit = {}) => {
    at += 1
    sent.push({ path, body: init.body })
    return { status: 200, headers: new Headers(), body: '', json: state() }
  })
  const read = vi.fn(async (path: string) =>
    path.includes('/rows')
      ? [
          {
            row: 3,
            operation: 'update',
            record: 1,
            name: 'Case',
            changes: [{ field: 'name', before: 'Cas', after: 'Case' }],
          },
        ]
      : path.includes('entity=')
        ? []
        : state(),
  )
  stage({
    actor: actorWith(['campaign']),
    resources: { parcel },
    pages: { list: <ImportDialog onClose={() => {}} /> },
    at: '/parcel',
    dataProvider: { callApi, read },
  })
  return { sent, user: userEvent.setup() }
}
const choose = async (user: ReturnType<typeof userEvent.setup>) =>
  user.upload(
    (await screen.findByLabelText('Escolher planilha', { selector: 'input' })) as HTMLInputElement,
    new File(['Nome;Peso bruto'], 'parcels.csv', { type: 'text/csv' }),
  )

describe('the import of a list', () => {
  it('sends the file to be checked, and shows counts, refusals with reasons and changes', async () => {
    const { sent, user } = showImport(checked)
    await choose(user)
    expect(
      await screen.findByText('“muito” não é um número que se leia de uma só forma'.replace(/[“”]/g, '"')),
    ).toBeTruthy()
    expect(sent[0]!.path).toBe('/api/parcel/import?dryRun=true&background=true&name=parcels.csv')
    expect(screen.getByText('Novos').nextSibling!.textContent).toBe('2')
    expect(await screen.findByText('Cas')).toBeTruthy()
  })

  it('mends the cell of a refused row in place, and checks again with it', async () => {
    const mended = { ...checked, created: 3, refused: [], refusedRows: 0, cells: { 4: { weight: '12,5' } } }
    const { sent, user } = showImport(checked, mended)
    await choose(user)
    const cell = await screen.findByRole('textbox', { name: /^Linha 4, / })
    expect(cell).toHaveProperty('value', 'muito')
    await user.clear(cell)
    await user.type(cell, '12,5')
    await user.click(screen.getByRole('button', { name: 'Conferir de novo' }))
    expect(JSON.parse(sent[1]!.body as string)).toMatchObject({
      dryRun: true,
      mapping: { cells: { 4: { weight: '12,5' } } },
    })
    expect(await screen.findByRole('button', { name: 'Importar 4' })).toBeTruthy()
  })

  it('checks again once a column goes elsewhere, and then imports what is accepted', async () => {
    const mapped = {
      ...checked,
      columns: [checked.columns[0]!, { ...checked.columns[1]!, field: 'weight', by: 'given' as const }],
    }
    const done = {
      ...mapped,
      step: 'import' as const,
      importedAt: '2026-11-27T10:01:00.000Z',
      undoUntil: '2026-11-28T10:01:00.000Z',
    }
    const { sent, user } = showImport(checked, mapped, done, {
      ...done,
      step: 'undo',
      undone: 3,
      refused: [],
      refusedRows: 0,
    })
    await choose(user)
    await user.selectOptions(await screen.findByLabelText('“Peso bruto” vai para'), 'weight')
    await user.click(screen.getByRole('button', { name: 'Conferir de novo' }))
    await user.click(await screen.findByRole('button', { name: 'Importar 3, deixar 1' }))
    await user.click(await screen.findByRole('button', { name: 'Desfazer importação' }))
    expect(await screen.findByText(/3 linhas desfeitas/)).toBeTruthy()
    const mapping = { columns: { Nome: 'name', 'Peso bruto': 'weight' }, cells: {} }
    expect(sent.slice(1).map(({ body }) => JSON.parse(body as string))).toEqual([
      { upload: 7, dryRun: true, background: true, mode: 'accepted', mapping },
      { upload: 7, dryRun: false, background: true, mode: 'accepted', mapping },
      { background: true },
    ])
  })

  it('imports nothing in one transaction while rows are refused', async () => {
    const { user } = showImport(checked)
    await choose(user)
    await user.click(await screen.findByRole('radio', { name: /todas as linhas/ }))
    await waitFor(() => expect(screen.getByRole('button', { name: /^Importar 3/ })).toHaveProperty('disabled', true))
  })

  it('says in words why a file cannot be read, and takes another', async () => {
    const { user } = showImport({
      ...checked,
      state: 'failed',
      problem: { code: 'import_unreadable' },
      refused: [],
      refusedRows: 0,
    })
    await choose(user)
    expect(await screen.findByText(/Não foi possível ler o arquivo/)).toBeTruthy()
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Escolher planilha' })).toBeTruthy()
  })

  it('is offered to whoever may make or change the records alone', () => {
    stage({
      actor: actorWith(['reward']),
      resources: { parcel },
      pages: { list: <ImportButton /> },
      at: '/parcel',
      dataProvider: {},
    })
    expect(screen.queryByRole('button', { name: 'Importar' })).toBeNull()
  })
})
