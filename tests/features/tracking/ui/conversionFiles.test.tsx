import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { moneyPages } from '#locales/pt/moneyPages.ts'
import { ConversionFiles } from '#features/tracking/ui/geolocation/ConversionFiles.tsx'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

describe('conversions for ad platforms', () => {
  it('are downloaded for the period and links that the page shows, a file a platform', async () => {
    const download = vi.fn(async (_path: string) => ({ body: 'Google Click ID', headers: new Headers() }))
    const shown = { period: { from: '2026-11-01', to: '2026-11-20' }, actions: [3, 4] }
    stage({
      actor: actorWith(['action']),
      resources: { parcel },
      pages: { list: <ConversionFiles {...shown} /> },
      at: '/parcel',
      dataProvider: { download },
    })
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: moneyPages.geolocation.conversions }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(
      dialog
        .getAllByRole('button')
        .slice(0, 4)
        .map(({ textContent }) => textContent),
    ).toEqual(['Google Ads', 'Meta Ads', 'Microsoft Ads', 'TikTok Ads'])
    await user.click(dialog.getByRole('button', { name: 'Meta Ads' }))
    expect(download.mock.calls[0]![0]).toBe(
      '/api/action/conversions?network=fbclid&from=2026-11-01&to=2026-11-20&action=3%2C4',
    )
  })
})
