import { describe, expect, it } from 'vitest'
import { createI18nProvider, withLazyTexts } from '#engine/ui/shell/i18nProvider.ts'
import { late } from '#locales/pt/late.ts'

describe('createI18nProvider', () => {
  it('has the texts that a lazy page brought, however often it is made in one browser page', async () => {
    const first = await createI18nProvider('pt')
    const meanwhile = createI18nProvider('pt')
    await withLazyTexts(Promise.resolve())
    for (const provider of [first, await meanwhile, await createI18nProvider('pt')])
      expect(provider.translate('late.suspension.title')).toBe(late.suspension.title)
  })
})
