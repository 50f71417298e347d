import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { pages } from '#locales/pt/pages.ts'
import { resources } from '#resources/index.ts'
import { createdWithin, isSilent } from '#features/home/ui/dashboardAnswer.ts'
import { Attention } from '#features/home/ui/Attention.tsx'
import { Feeds } from '#features/home/ui/Feeds.tsx'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const texts = pages.dashboard
const attention = {
  feeds: [
    { brand: 1, name: 'Silent', newestEvent: null, unattributed: null },
    { brand: 2, name: 'Alpha', newestEvent: '2026-03-11T12:30:00.000Z', unattributed: 3 },
  ],
  incompleteAffiliates: 4,
  closeProblems: {
    total: 21,
    owners: [
      { kind: 'affiliate', id: 7, name: 'Otávio', day: '2026-03-11', code: 'unheard_of', message: 'The formula fails' },
    ],
  },
  daysNeverClosed: ['2026-03-02'],
  failedJobs: ['backupCheck'],
}

function show({ roles, answer = attention }: { roles: string[]; answer?: unknown }) {
  const read = vi.fn(async () => answer)
  const getList = vi.fn(async () => ({ data: [], total: 0 }))
  stage({
    actor: actorWith(roles),
    resources: resources as unknown as Record<string, AnyResource>,
    pages: {},
    at: '/morning',
    others: {
      '/morning': (
        <>
          <Attention />
          <Feeds />
        </>
      ),
    },
    dataProvider: { read, getList },
  })
  return { read, getList }
}

describe('the morning page', () => {
  test('names what needs attention, each leading to where it is mended', async () => {
    show({ roles: ['home', 'affiliate', 'entryByAffiliate', 'brand'] })
    const list = await screen.findByRole('region', { name: texts.attention })
    const incomplete = await within(list).findByRole('link', { name: texts.incomplete })
    expect(decodeURIComponent(incomplete.getAttribute('href')!)).toContain('/affiliate?filter={"isComplete":false}')
    expect(within(list).getByRole('link', { name: 'Otávio' }).getAttribute('href')).toContain('/affiliate/7')
    expect(within(list).getByRole('link', { name: texts.failedJobs }).getAttribute('href')).toContain('jobs')
    expect(list.textContent).toContain('11/03/2026 · The formula fails')
    expect(list.textContent).toContain(texts.andOthers.replace('%{count}', '20'))
    expect(list.textContent).toContain(texts.neverClosed.replace('%{days}', '02/03/2026'))
  })

  test('shows when each brand last sent something, and what of it belongs to nobody', async () => {
    show({ roles: ['home', 'brand'] })
    const [silent, alpha] = within(await screen.findByRole('region', { name: texts.feeds })).getAllByRole('listitem')
    expect(silent!.textContent).toContain(texts.neverSent)
    expect(alpha!.textContent).toContain('11/03/2026 12:30')
    expect(alpha!.textContent).toContain(texts.unattributed.replace('%{count}', '3'))
    expect(within(alpha!).getByRole('link', { name: 'Alpha' }).getAttribute('href')).toContain('/brand/2')
  })

  test('asks for nothing the person may not read, and leaves out what is not for them', async () => {
    const refused = show({ roles: ['campaign'] })
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
    expect(refused.read).not.toHaveBeenCalled()
    expect(refused.getList).not.toHaveBeenCalled()
  })

  test('shows neither list where all of it is null', async () => {
    const { read } = show({
      roles: ['home'],
      answer: { feeds: null, incompleteAffiliates: null, closeProblems: null, daysNeverClosed: null },
    })
    await waitFor(() => expect(read).toHaveBeenCalled())
    expect(screen.queryByRole('region')).toBeNull()
  })
})

test('a feed is silent when its newest event is older than a day', () => {
  const now = new Date('2026-03-12T12:00:00Z')
  expect([null, '2026-03-11T11:59:59Z', '2026-03-11T12:00:00Z'].map((newest) => isSilent(newest, now))).toEqual([
    true,
    true,
    false,
  ])
})

test.each([
  ['UTC', '2026-11-01T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
  ['Asia/Tokyo', '2026-10-31T15:00:00.000Z', '2026-11-20T14:59:59.999Z'],
  ['America/Sao_Paulo', '2026-11-01T03:00:00.000Z', '2026-11-21T02:59:59.999Z'],
])("new users are those of the business zone's days: %s", (zone, first, last) => {
  expect(createdWithin({ from: '2026-11-01', to: '2026-11-20', zone })).toEqual({
    createdAt_gte: first,
    createdAt_lte: last,
  })
})
