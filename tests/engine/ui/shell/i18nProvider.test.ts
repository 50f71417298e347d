import { describe, expect, it, vi } from 'vitest'
import { createI18nProvider, withLazyTexts } from '#engine/ui/shell/i18nProvider.ts'
import * as onDemand from '#locales/pt/onDemand.ts'

describe('createI18nProvider', () => {
  it('has the texts that a lazy page brought, however often it is made in one browser page', async () => {
    const first = await createI18nProvider('pt')
    const meanwhile = createI18nProvider('pt')
    await withLazyTexts(Promise.resolve())
    for (const provider of [first, await meanwhile, await createI18nProvider('pt')])
      expect(provider.translate('suspension.title')).toBe(onDemand.suspension.title)
  })

  it('has them before a second lazy page is shown that comes while they are still on their way', async () => {
    vi.resetModules()
    const fresh = await import('#engine/ui/shell/i18nProvider.ts')
    const provider = await fresh.createI18nProvider('pt')
    const first = fresh.withLazyTexts(Promise.resolve())
    await fresh.withLazyTexts(Promise.resolve())
    expect(provider.translate('movePlayers.open')).toBe(onDemand.movePlayers.open)
    await first
  })
})
