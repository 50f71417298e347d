import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { panels } from '#locales/pt/panels.ts'
import OwnTermsPanel from '#features/deals/ui/OwnTermsPanel.tsx'
import type { OwnTerms, TermsInForce } from '#features/deals/answers/terms.ts'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const texts = panels.ownTerms
const terms: OwnTerms = {
  id: 4,
  name: 'Termos de novembro',
  number: 2,
  holdsFrom: '2026-11-01',
  text: 'Paga-se o que o perfil diz.',
  acceptedAt: null,
}

function show(read: () => Promise<TermsInForce>) {
  const runAction = vi.fn(async () => ({}))
  stage({
    actor: actorWith([]),
    resources: { parcel },
    pages: { list: <OwnTermsPanel affiliateKey="ak_own" /> },
    at: '/parcel',
    dataProvider: { read, runAction },
  })
  return runAction
}

describe('the terms of an affiliate that reads by its key', () => {
  it('are accepted once it says that it has read them', async () => {
    const accepted = { ...terms, acceptedAt: '2026-11-23T15:00:00.000Z' }
    const read = vi.fn(async () => ({ terms }))
    const runAction = show(read)
    expect(await screen.findByText(terms.text)).toBeTruthy()
    const button = screen.getByRole('button', { name: texts.accept })
    expect(button).toHaveProperty('disabled', true)
    await userEvent.click(screen.getByRole('checkbox', { name: texts.read }))
    read.mockImplementation(async () => ({ terms: accepted }))
    await userEvent.click(button)
    expect(runAction).toHaveBeenCalledWith({
      resource: 'terms',
      path: 'accept',
      id: 4,
      input: { affiliateToken: 'ak_own' },
    })
    expect(await screen.findByText(/Você aceitou estes termos em 23\/11\/2026/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: texts.accept })).toBeNull()
  })

  it('are not there where its company has none', async () => {
    const read = vi.fn(async (): Promise<TermsInForce> => ({ terms: null }))
    show(read)
    await waitFor(() => expect(read).toHaveBeenCalled())
    expect(screen.queryByRole('region')).toBeNull()
  })
})
