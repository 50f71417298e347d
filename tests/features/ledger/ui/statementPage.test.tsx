import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { moneyPages } from '#locales/pt/moneyPages.ts'
import { affiliate } from '#resources/affiliate.ts'
import StatementPage from '#features/ledger/ui/statement/StatementPage.tsx'
import type { StatementDocument } from '#features/ledger/answers/statement.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const texts = moneyPages.statement
const document: StatementDocument = {
  language: 'en',
  title: 'Statement',
  currency: 'USD',
  facts: [{ label: 'Affiliate', text: 'Ana (1)' }],
  sums: [
    { label: 'Opening balance', value: 1000 },
    { label: 'Closing balance', value: 1234.5 },
  ],
  tables: [
    {
      title: 'Earned by brand',
      columns: [
        { label: 'Brand', kind: 'text' },
        { label: 'Earned', kind: 'money' },
      ],
      rows: [['Alpha', 45]],
    },
    { title: 'Transactions', columns: [{ label: 'Day', kind: 'date' }], rows: [] },
  ],
}

test('a statement is shown in its own language and with its own signs, and is printed', async () => {
  const read = vi.fn(async () => document)
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  stage({
    actor: actorWith(['entryByAffiliate']),
    resources: { affiliate: affiliate as unknown as AnyResource },
    pages: {},
    others: { '/financial/statement': <StatementPage /> },
    at: '/financial/statement?owner=affiliate-1&from=2026-02-01&to=2026-02-28&currency=USD',
    dataProvider: { read },
  })
  expect(await screen.findByText('US$1,234.50')).toBeTruthy()
  expect(screen.getByRole('article').getAttribute('lang')).toBe('en')
  expect(screen.getByText('Alpha')).toBeTruthy()
  expect(read).toHaveBeenCalledWith(
    '/api/statement/affiliate/1/document?from=2026-02-01&to=2026-02-28&currency=USD',
    expect.anything(),
  )
  await userEvent.click(screen.getByRole('button', { name: texts.print }))
  expect(print).toHaveBeenCalledOnce()
  print.mockRestore()
})
