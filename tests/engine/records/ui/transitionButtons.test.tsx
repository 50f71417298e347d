import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as onDemand from '#locales/pt/onDemand.ts'
import { transitions as texts } from '#locales/pt/transitions.ts'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { RoleName } from '#engine/declaration/names.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import TransitionPanel from '#engine/records/ui/transitions/TransitionPanel.tsx'
import { RecordContextProvider } from 'react-admin'
import { stage } from '#tests/support/ui/stage.tsx'

const known = resources as unknown as Readonly<Record<string, AnyResource>>

/** The decisions about a medium of version 3, as somebody with some roles sees them. */
function show(medium: object, roles: readonly RoleName[] = ['campaign', 'brand']) {
  const actor: Actor = {
    kind: 'user',
    userId: 7,
    name: 'ana@office.test',
    root: false,
    roles: new Set(roles),
    company: 1,
    allowedBrands: [1],
    partner: null,
  }
  const callApi = vi.fn(async () => ({}))
  const { media: first, ...others } = known
  const record = { id: 4, version: 3, authors: [], ...medium }
  stage({
    actor,
    resources: { media: first!, ...others },
    pages: {
      edit: (
        <RecordContextProvider value={record}>
          <TransitionPanel />
        </RecordContextProvider>
      ),
    },
    at: '/media/4',
    dataProvider: { callApi } as never,
  })
  return callApi
}
const button = (name: string) => screen.findByRole('button', { name })

afterEach(cleanup)

describe('the buttons of declared decisions', () => {
  it('send the version that was looked at', async () => {
    const callApi = show({ state: 'draft' })
    await userEvent.click(await button(texts.media.approve.label))
    expect(callApi).toHaveBeenCalledWith('/api/media/4/approve', { method: 'POST', body: '{"version":3}' })
    await screen.findByText(texts.media.approve.done)
    expect(screen.queryByRole('button', { name: texts.media.withdraw.label })).toBeNull()
  })
  it('are disabled for an author, who reads why', async () => {
    show({ state: 'draft', authors: [7] })
    const approve = await button(texts.media.approve.label)
    expect((approve as HTMLButtonElement).disabled).toBe(true)
    expect(document.getElementById(approve.getAttribute('aria-describedby')!)?.textContent).toBe(onDemand.authors.own)
  })
  it('are not there for whoever lacks a role, or in a state from which nothing leads', async () => {
    show({ state: 'draft' }, ['campaign'])
    show({ state: 'withdrawn' })
    await waitFor(() => expect(screen.queryByRole('button', { name: texts.media.approve.label })).toBeNull())
  })
  it('ask for what the decision takes, and send nothing without it', async () => {
    const callApi = show({ state: 'approved' })
    await userEvent.click(await button(texts.media.withdraw.label))
    const dialog = await screen.findByRole('dialog', { name: texts.media.withdraw.label })
    expect(dialog.textContent).toContain(texts.media.withdraw.text)
    const send = within(dialog).getByRole('button', { name: texts.media.withdraw.label })
    await userEvent.click(send)
    expect(callApi).not.toHaveBeenCalled()
    await userEvent.type(within(dialog).getByRole('textbox'), 'Old rules')
    await userEvent.click(send)
    expect(callApi).toHaveBeenCalledWith('/api/media/4/withdraw', { method: 'POST', body: '{"reason":"Old rules"}' })
  })
})
