import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ListContextProvider, RecordContextProvider } from 'react-admin'
import { resources } from '#resources/index.ts'
import { DifferencePanel } from '#engine/activityLog/ui/DifferencePanel.tsx'
import { redactableNames } from '#engine/activityLog/ui/redactable.ts'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const line = {
  id: 7,
  actor: 'ana@office.test',
  address: '203.0.113.7',
  url: null,
  operation: 'update',
  object: 'affiliate',
  objectId: '13',
  changes: [
    { field: 'email', before: 'a@x.test', after: 'b@x.test' },
    { field: 'name', before: null, after: null, redacted: true },
  ],
}

function show({ root = true, runAction = vi.fn(async (_call: unknown) => ({})) } = {}) {
  stage({
    actor: actorWith([], { root }),
    resources: resources as unknown as Readonly<Record<string, AnyResource>>,
    pages: {},
    at: '/log',
    dataProvider: { runAction },
    others: {
      '/log': (
        <ListContextProvider value={{ setFilters: () => undefined } as never}>
          <RecordContextProvider value={line}>
            <DifferencePanel />
          </RecordContextProvider>
        </ListContextProvider>
      ),
    },
  })
  return { runAction, user: userEvent.setup() }
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Anonimizar esta linha?' }))

describe('taking personal values out of a line of the log', () => {
  it('is offered to root: which values, with a reason, after being told that it is for good', async () => {
    const { runAction, user } = show()
    await user.click(await screen.findByRole('button', { name: 'Anonimizar' }))
    const asking = await dialog()
    expect(asking.getAllByRole('checkbox').map((box) => box.closest('label')!.textContent)).toEqual([
      'Quem',
      'Endereço IP',
      'E-mail',
    ])
    const confirm = asking.getByRole('button', { name: 'Anonimizar' })
    expect(confirm).toHaveProperty('disabled', true)
    await user.click(asking.getByRole('checkbox', { name: 'E-mail' }))
    expect(confirm).toHaveProperty('disabled', true)
    await user.type(asking.getByRole('textbox'), 'pedido do titular')
    expect(runAction).not.toHaveBeenCalled()
    await user.click(confirm)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(runAction).toHaveBeenCalledExactlyOnceWith({
      resource: 'activityLog',
      path: 'redact',
      id: 7,
      input: { fields: ['changes.email'], reason: 'pedido do titular' },
    })
    expect(await screen.findByText('Linha anonimizada')).toBeTruthy()
  })

  it('says why it was refused, and leaves what was typed', async () => {
    const { user } = show({
      runAction: vi.fn(async () => {
        throw toHttpError(404, { code: 'not_found' })
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Anonimizar' }))
    const asking = await dialog()
    await user.click(asking.getByRole('checkbox', { name: 'E-mail' }))
    await user.type(asking.getByRole('textbox'), 'pedido')
    await user.click(asking.getByRole('button', { name: 'Anonimizar' }))
    expect((await asking.findByRole('alert')).textContent).not.toBe('')
    expect(asking.getByRole('textbox')).toHaveProperty('value', 'pedido')
  })

  it('is offered to nobody else, and of a redaction leaves all but its reason', async () => {
    show({ root: false })
    await screen.findByText('a@x.test')
    expect(screen.queryByRole('button', { name: 'Anonimizar' })).toBeNull()
    expect(
      redactableNames({
        object: 'activityLog',
        operation: 'redact',
        changes: [
          { field: 'changes.0', before: null, after: 'redacted' },
          { field: 'reason', before: null, after: 'asked' },
        ],
      }),
    ).toEqual(['changes.reason'])
  })
})
