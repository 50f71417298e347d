import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { RecordContextProvider, ResourceContextProvider } from 'react-admin'
import { resources } from '#resources/index.ts'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import PersonPanel from '#features/compliance/ui/PersonPanel.tsx'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

function show({ root = true, runAction = vi.fn(async (_call: unknown) => ({})) } = {}) {
  const download = vi.fn(async (_path: string) => ({ body: new Response('{}').body, headers: new Headers() }))
  stage({
    actor: actorWith([], { root }),
    resources: resources as unknown as Readonly<Record<string, AnyResource>>,
    pages: {},
    at: '/person',
    dataProvider: { runAction, download },
    others: {
      '/person': (
        <ResourceContextProvider value="affiliate">
          <RecordContextProvider value={{ id: 12 }}>
            <PersonPanel />
            <p>below</p>
          </RecordContextProvider>
        </ResourceContextProvider>
      ),
    },
  })
  return { runAction, download, user: userEvent.setup() }
}

describe('what root can do about the person of a record', () => {
  it('is to fetch everything, as a workbook or for programs, and to see who read it', async () => {
    const { download, user } = show()
    await user.click(await screen.findByRole('button', { name: 'Baixar JSON' }))
    expect(download).toHaveBeenCalledWith('/api/affiliate/12/person?format=json&language=pt', expect.anything())
    expect(screen.getByRole('link', { name: 'Histórico de acessos' }).getAttribute('href')).toContain(
      '/personalRead?filter=',
    )
  })

  it('is to redact them with a reason, after being told that it is for good', async () => {
    const { runAction, user } = show()
    await user.click(await screen.findByRole('button', { name: 'Anonimizar' }))
    const asking = within(await screen.findByRole('dialog', { name: 'Anonimizar esta pessoa?' }))
    const confirm = asking.getByRole('button', { name: 'Anonimizar' })
    expect(confirm).toHaveProperty('disabled', true)
    await user.type(asking.getByRole('textbox'), 'pedido da pessoa')
    await user.click(confirm)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(runAction).toHaveBeenCalledWith({
      resource: 'affiliate',
      path: 'redact',
      id: 12,
      input: { reason: 'pedido da pessoa' },
    })
  })

  it('says why somebody cannot be redacted yet', async () => {
    const refused = toHttpError(409, {
      code: 'money_due',
      details: { root: [{ code: 'money_due', values: { entries: 2, payments: 0 } }] },
    })
    const { user } = show({ runAction: vi.fn(async () => Promise.reject(refused)) })
    await user.click(await screen.findByRole('button', { name: 'Anonimizar' }))
    const asking = within(await screen.findByRole('dialog'))
    await user.type(asking.getByRole('textbox'), 'pedido da pessoa')
    await user.click(asking.getByRole('button', { name: 'Anonimizar' }))
    expect((await asking.findByRole('alert')).textContent).toContain('Ainda há valores a pagar ou em trânsito')
  })

  it('is nothing for anybody else', async () => {
    show({ root: false })
    await screen.findByText('below')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
