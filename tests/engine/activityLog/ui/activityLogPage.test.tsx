import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import { log } from '#locales/pt/log.ts'
import { ActivityLogPage } from '#engine/activityLog/ui/ActivityLogPage.tsx'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

// The pages of the stage are those of the first.
const { activityLog, ...others } = resources

const entry = (id: number) => ({
  id,
  at: '2026-11-28T10:00:00.000Z',
  actor: 'ana@office.test',
  operation: 'complete',
  object: 'entry',
  objectId: String(id),
  batch: 'payment-1',
  batchSize: 60,
  continues: id > 1,
  changes: [],
})

function open(search = '') {
  const getList = vi.fn(async (_: string, { filter }: { filter: { continues?: boolean } }) => {
    const data = filter.continues ? [entry(2), entry(3)] : [entry(1)]
    return { data, total: data.length }
  })
  stage({
    actor: actorWith([], { root: true }),
    resources: { activityLog, ...others } as unknown as Readonly<Record<string, AnyResource>>,
    pages: { list: <ActivityLogPage /> },
    at: `/activityLog${search}`,
    dataProvider: { getList },
  })
  return getList
}

describe('the activity log', () => {
  it('shows a batch as one row that says how many more there are, and names them where it is opened', async () => {
    const getList = open()
    const row = await screen.findByRole('button', { name: /e mais 59 no mesmo lote/ })
    expect(getList.mock.calls[0]![1].filter).toEqual({ continues: false })
    await userEvent.click(row)
    const rest = within(await screen.findByRole('region', { name: log.moreOfBatch }))
    await waitFor(() => expect(rest.getAllByRole('listitem')).toHaveLength(2))
  })

  it('shows every line where something is asked of single ones', async () => {
    const getList = open(`?filter=${encodeURIComponent(JSON.stringify({ batch: 'payment-1' }))}`)
    await waitFor(() => expect(getList).toHaveBeenCalled())
    expect(getList.mock.calls[0]![1].filter).toEqual({ batch: 'payment-1' })
    expect(screen.queryByText(/no mesmo lote/)).toBeNull()
  })
})
