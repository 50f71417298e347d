import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RecordContextProvider, ResourceContextProvider } from 'react-admin'
import { describe, expect, it } from 'vitest'
import ExternalIdsPanel from '#engine/imports/ui/ExternalIdsPanel.tsx'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

function show(roles: readonly string[], ids: { source: string; value: string }[]) {
  const sent: unknown[] = []
  stage({
    actor: actorWith(roles),
    resources: { parcel },
    pages: {
      list: (
        <ResourceContextProvider value="parcel">
          <RecordContextProvider value={{ id: 5 }}>
            <ExternalIdsPanel />
            <p>page</p>
          </RecordContextProvider>
        </ResourceContextProvider>
      ),
    },
    at: '/parcel',
    dataProvider: {
      read: async () => ids,
      callApi: async (path: string, { body }: RequestInit) => {
        sent.push([path, JSON.parse(String(body))])
        return { json: {}, headers: new Headers() }
      },
    },
  })
  return { sent, user: userEvent.setup() }
}

describe('the ids of a record in other systems', () => {
  it('are shown, changed and taken away on its page', async () => {
    const { sent, user } = show(['campaign'], [{ source: 'affilka', value: '4101' }])
    expect((await screen.findByRole('listitem')).textContent).toContain('affilka: 4101')
    await user.click(screen.getByRole('button', { name: 'Alterar: affilka' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.clear(dialog.getByRole('textbox', { name: 'ID' }))
    await user.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(sent).toEqual([['/api/parcel/5/external_id', { source: 'affilka', value: null }]])
  })

  it('are given for another system', async () => {
    const { sent, user } = show(['campaign'], [{ source: 'affilka', value: '4101' }])
    await user.click(await screen.findByRole('button', { name: 'Adicionar ID' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /^Sistema/ }), 'netRefer')
    await user.type(dialog.getByRole('textbox', { name: /^ID/ }), '77')
    await user.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(sent).toEqual([['/api/parcel/5/external_id', { source: 'netRefer', value: '77' }]])
  })

  it('are read where one may not change them, and take no room where there are none', async () => {
    show([], [{ source: 'affilka', value: '4101' }])
    expect((await screen.findByRole('listitem')).textContent).toContain('affilka: 4101')
    expect(screen.queryByRole('button')).toBeNull()
    cleanup()
    show([], [])
    await screen.findByText('page')
    expect(screen.queryByRole('heading')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('begin with the first one where there are none', async () => {
    const { sent, user } = show(['campaign'], [])
    await user.click(await screen.findByRole('button', { name: 'Adicionar ID de outro sistema' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /^Sistema/ }), 'affilka')
    await user.type(dialog.getByRole('textbox', { name: /^ID/ }), '4101')
    await user.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(sent).toEqual([['/api/parcel/5/external_id', { source: 'affilka', value: '4101' }]])
  })
})
