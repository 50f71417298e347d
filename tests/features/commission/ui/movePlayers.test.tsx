import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RecordContextProvider } from 'react-admin'
import { describe, expect, it, vi } from 'vitest'
import * as onDemand from '#locales/pt/onDemand.ts'
import { featurePanels as panels } from '#locales/pt/featurePanels.ts'
import { action } from '#resources/action.ts'
import { correction } from '#resources/correction.ts'
import MovePlayersPanel from '#features/commission/ui/corrections/MovePlayersPanel.tsx'
import type { CorrectionPreview } from '#features/commission/answers/corrections.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const texts = onDemand.movePlayers
const preview: CorrectionPreview = {
  changes: [],
  validFrom: '2026-03-02',
  validTo: null,
  previewedAt: '2026-03-10T12:00:00.000Z',
  digest: 'd'.repeat(64),
  totals: [{ ownerKind: 'affiliate', currency: 'BRL', owners: 1, days: 1, was: 30, wouldBe: 20, difference: -10 }],
  count: 1,
  rows: [
    {
      ownerKind: 'affiliate',
      owner: 7,
      name: 'Otávio',
      currency: 'BRL',
      day: '2026-03-04',
      was: 30,
      wouldBe: 20,
      difference: -10,
      posting: 'adjusted',
      products: [{ product: 'games', was: 30, wouldBe: 20 }],
    },
  ],
  problems: [],
  moved: { fromAction: 3, fromAffiliate: 7, toAction: 4, toAffiliate: 8, players: 200 },
}

function show(roles: Parameters<typeof actorWith>[0]) {
  const runAction = vi.fn(async ({ path }: { path: string }) => (path === 'preview' ? preview : { id: 9 }))
  const page = (
    <RecordContextProvider value={{ id: 3, name: 'Link errado' }}>
      <MovePlayersPanel />
    </RecordContextProvider>
  )
  stage({
    actor: actorWith(roles),
    resources: { action: action as unknown as AnyResource, correction: correction as unknown as AnyResource },
    pages: { edit: page },
    at: '/action/3',
    dataProvider: {
      runAction,
      getList: vi.fn(async () => ({ data: [{ id: 4, name: 'Link certo' }], total: 1 })),
      getMany: vi.fn(async () => ({ data: [{ id: 4, name: 'Link certo' }] })),
    },
  })
  return { runAction, user: userEvent.setup() }
}

describe('the panel that moves players of a link', () => {
  it('previews by product what the move comes to, and asks for that', async () => {
    const { user, runAction } = show(['action', 'financial'])
    await user.click(await screen.findByRole('button', { name: texts.open }))
    await user.click(screen.getByRole('combobox', { name: new RegExp(texts.to) }))
    await user.click(await screen.findByRole('option', { name: 'Link certo' }))
    await user.type(screen.getByLabelText(new RegExp(texts.from)), '2026-03-02')
    await user.type(screen.getByRole('textbox', { name: new RegExp(texts.reason) }), 'Link errado no site')
    await user.click(screen.getByRole('button', { name: texts.preview }))
    const rows = await screen.findByRole('region', { name: panels.correction.byDay })
    expect(rows.textContent).toMatch(/Otávio.*Jogos: .*30,00.*20,00/)
    expect(screen.getByText('200 jogadores mudam de link')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: texts.ask }))
    expect(await screen.findByText(texts.asked)).toBeTruthy()
    expect(runAction).toHaveBeenLastCalledWith(
      expect.objectContaining({
        resource: 'correction',
        path: '',
        input: {
          object: 'action',
          id: 3,
          values: { action: 4 },
          validFrom: '2026-03-02',
          reason: 'Link errado no site',
        },
      }),
    )
  })

  it('is not offered to who may not move money', async () => {
    show(['action'])
    await Promise.resolve()
    expect(screen.queryByRole('button', { name: texts.open })).toBeNull()
  })
})
