import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RecordContextProvider } from 'react-admin'
import { describe, expect, test, vi } from 'vitest'
import { featurePanels as panels } from '#locales/pt/featurePanels.ts'
import { affiliate } from '#resources/affiliate.ts'
import StatementPanel from '#features/ledger/ui/statement/StatementPanel.tsx'
import type { Statement } from '#features/ledger/answers/statement.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const texts = panels.statement
const statement: Statement = {
  owner: { kind: 'affiliate', id: 1, name: 'Ana' },
  from: '2026-02-01',
  to: '2026-02-28',
  currency: 'USD',
  opening: 30,
  earned: 45,
  adjusted: -4,
  withheld: 0,
  paid: 71,
  closing: 0,
  lines: [
    {
      entry: 5,
      day: '2026-02-03',
      value: 45,
      status: 'pending',
      products: [],
      brands: [{ brand: 1, name: 'Alpha', value: 45 }],
    },
  ],
  adjustments: [
    {
      entry: 6,
      day: '2026-02-02',
      kind: 'adjustment',
      value: -4,
      status: 'pending',
      cause: 'by_hand',
      sourceEntry: null,
      sourceDay: null,
      reason: 'Tarifa do banco',
      requestedBy: 'm',
      approvedBy: 'j',
    },
  ],
  payments: [
    {
      payment: 2,
      day: '2026-02-20',
      value: 71,
      method: 'manual',
      state: 'settled',
      reference: 'PIX 9',
      invoice: 'NF 7',
      withheld: [],
    },
  ],
}

function show(roles: string[]) {
  const read = vi.fn(async () => statement)
  const page = (
    <RecordContextProvider value={{ id: 1 }}>
      <StatementPanel />
    </RecordContextProvider>
  )
  stage({
    actor: actorWith(roles),
    resources: { affiliate: affiliate as unknown as AnyResource },
    pages: { edit: page },
    at: '/affiliate/1',
    dataProvider: { read },
  })
  return { read, user: userEvent.setup() }
}

describe("a statement on its owner's page", () => {
  test('goes from what was owed to what is owed, in the order of its days', async () => {
    const { read, user } = show(['affiliate', 'entryByAffiliate'])
    await user.click(await screen.findByRole('button', { name: texts.show }))
    const table = await screen.findByRole('table', { name: texts.title })
    const rows = [...table.querySelectorAll('tr')].map((row) => row.textContent)
    expect(rows.map((row) => row!.slice(0, 10))).toEqual([
      '01/02/2026',
      '02/02/2026',
      '03/02/2026',
      '20/02/2026',
      '28/02/2026',
    ])
    expect([rows[1], rows[2], rows[3]].map((row) => /Tarifa do banco|Alpha|PIX 9/.exec(row!)?.[0])).toEqual([
      'Tarifa do banco',
      'Alpha',
      'PIX 9',
    ])
    expect(rows[3]).toMatch(/71,00/)
    expect(read).toHaveBeenCalledWith(
      expect.stringMatching(/^\/api\/statement\/affiliate\/1\?from=\d{4}-\d{2}-01&to=\d{4}-\d{2}-\d{2}$/),
      expect.anything(),
    )
  })

  test('is not offered to whoever reads no entries', async () => {
    const { read } = show(['affiliate'])
    await screen.findByRole('list', { name: 'notices' })
    expect(screen.queryByRole('region')).toBeNull()
    expect(read).not.toHaveBeenCalled()
  })
})
