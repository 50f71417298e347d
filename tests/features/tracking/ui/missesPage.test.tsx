import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { moneyPages } from '#locales/pt/moneyPages.ts'
import { resources } from '#resources/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { LinkMiss } from '#features/tracking/answers/misses.ts'
import MissesPage from '#features/tracking/ui/misses/MissesPage.tsx'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const { linkMisses: texts } = moneyPages

function open(misses: readonly LinkMiss[]) {
  const read = vi.fn(async (_path: string) => ({ from: '2026-11-01', to: '2026-11-20', misses }))
  stage({
    actor: actorWith(['action'], { company: 1 }),
    resources: resources as unknown as Record<string, AnyResource>,
    pages: {},
    at: '/misses?from=2026-11-01&to=2026-11-20',
    others: { '/misses': <MissesPage /> },
    dataProvider: { read },
  })
  return read
}

describe('the page of broken links', () => {
  it('shows each address with the page it was followed on, and asks for the period of its address', async () => {
    const read = open([
      { host: 'go.example', token: 'gone', referrer: 'blog.example', misses: 12 },
      { host: 'go.example', token: '', referrer: null, misses: 3 },
    ])
    const rows = within(await screen.findByRole('table')).getAllByRole('row')
    expect(
      rows.map((row) =>
        within(row)
          .queryAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([[], ['go.example/t/gone', 'blog.example', '12'], [texts.others, texts.unknown, '3']])
    expect(read.mock.calls[0]![0]).toBe('/api/action/misses?from=2026-11-01&to=2026-11-20')
  })

  it('says so where nothing was followed in vain', async () => {
    open([])
    expect(await screen.findByText(texts.empty)).toBeTruthy()
  })
})
