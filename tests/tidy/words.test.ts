import { describe, expect, it } from 'vitest'
import { messages as en } from '#locales/en/index.ts'
import { texts } from '#locales/texts.ts'
import type { Language } from '#locales/languages.ts'

/** Words and phrases that the glossary replaces, by language: nobody in the trade says them. The holder of a PIX key or of personal data is one. */
const banned: Readonly<Record<Language, readonly RegExp[]>> = {
  pt: [
    /\brecebedor(es)?\b/i,
    /\btitular(es)?\b(?!.*(chave|LGPD))/i,
    /\bbarrad[oa]s?\b/i,
    /\bsem dono\b/i,
    /\bà mão\b/i,
    /\btomado de volta\b/i,
  ],
  en: [
    /\bwhoever\b/i,
    /\breckon(ed|s)?\b/i,
    /\banew\b/i,
    /\bof nobody\b/i,
    /\bgiven up\b/i,
    /(?<!key )\bowners?\b/i,
    /\bbarred\b/i,
  ],
  es: [/\btitular(es)?\b(?!.*(clave|LGPD))/i, /\bes de nadie\b/i, /\ba mano\b/i, /\bgrandes apostadores aparte\b/i],
}

type Texts = { readonly [name: string]: Texts | string }
function* leaves(texts: Texts, path: readonly string[] = []): Generator<[string, string]> {
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value === 'string') yield [[...path, name].join('.'), value]
    else if (value && typeof value === 'object') yield* leaves(value, [...path, name])
  }
}
const holders = (text: string) => [...new Set(text.match(/%\{\w+\}/g) ?? [])].toSorted().join(' ')

describe.each(['pt', 'en', 'es'] as const)('the texts in %s', (language) => {
  it('use the words of the glossary', async () => {
    const found = [...leaves((await texts[language].all()) as unknown as Texts)]
      .filter(([path]) => !path.startsWith('ra.'))
      .filter(([, text]) => banned[language].some((word) => word.test(text)))
    expect(found).toEqual([])
  })

  it('fill in the values that the English ones fill in', async () => {
    const english = new Map(leaves(en as unknown as Texts))
    const differing = [...leaves((await texts[language].all()) as unknown as Texts)]
      .filter(([path]) => !path.startsWith('ra.') && english.has(path))
      .filter(([path, text]) => holders(text) !== holders(english.get(path)!))
      .map(([path, text]) => `${path}: ${text}`)
    expect(differing).toEqual([])
  })
})
