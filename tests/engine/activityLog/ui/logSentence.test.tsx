import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import { LogSentence } from '#engine/activityLog/ui/LogSentence.tsx'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

function show(line: object) {
  const getMany = vi.fn(async (_: string, { ids }: { ids: number[] }) => ({
    data: ids.filter((id) => id === 13).map((id) => ({ id, name: 'Canal do Gol' })),
  }))
  stage({
    actor: actorWith([], { root: true }),
    resources: resources as unknown as Readonly<Record<string, AnyResource>>,
    pages: {},
    at: '/log',
    dataProvider: { getMany },
    others: { '/log': <LogSentence line={{ id: 1, actor: 'ana@office.test', changes: [], ...line }} /> },
  })
  return getMany
}

describe('a line of the activity log', () => {
  it('names the record that was changed, though the change itself does not tell its name', async () => {
    show({
      operation: 'update',
      object: 'affiliate',
      objectId: '13',
      changes: [{ field: 'paymentKey', before: 'a', after: 'b' }],
    })
    expect(await screen.findByText('ana@office.test alterou Afiliado Canal do Gol (#13)')).toBeTruthy()
  })

  it('names a removed record as it was called, without asking for it', async () => {
    const getMany = show({
      operation: 'remove',
      object: 'campaign',
      objectId: '5',
      changes: [{ field: 'name', before: 'Natal', after: null }],
    })
    expect(await screen.findByText('ana@office.test excluiu Campanha Natal (#5)')).toBeTruthy()
    expect(getMany).not.toHaveBeenCalled()
  })

  it('keeps to the number where no name is known', async () => {
    show({ operation: 'update', object: 'affiliate', objectId: '99' })
    expect(await screen.findByText('ana@office.test alterou Afiliado #99')).toBeTruthy()
  })
})
