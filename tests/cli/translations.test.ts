import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadConfiguration } from '#cli/configuration/load.ts'
import { readSources, type Sources } from '#cli/configuration/sources.ts'
import { changesOf, textsIn } from '#cli/support/translationTable.ts'
import type { Configuration } from '#engine/declaration/checks/configuration.ts'
import { labelledTexts, type OverlaidTexts } from '#engine/declaration/overlay/overlay.ts'
import { runInCopy } from '#tests/support/recipes.ts'

const root = join(import.meta.dirname, '../..')
const path = 'resources/campaign.ts'
const written = readSources(root)
let configuration: Configuration
beforeAll(async () => void (configuration = await loadConfiguration({ root, sources: written })))

const budget = (label: string) =>
  written
    .get(path)!
    .replace('promoCode: text(', `budget: text({ label: ${label} }),\n    promoCode: text(`)
    .replace('identity: [', "identity: ['budget', ")
const edits = [
  budget("{ pt: 'Orçamento', en: 'Budget', es: 'Presupuesto' }"),
  budget("{ pt: 'Orçamento', en: 'Budget' }"),
  budget("{ pt: '', en: 'Budget', es: 'Presupuesto', sp: 'Presupuesto' }"),
  written.get(path)!.replace('promoCode: text({', "promoCode: text({ label: { pt: 'a', en: 'b', es: 'c' },"),
]
/** What the check says of each of them: in a process of its own, because it runs files that are not written. */
const program = `
  import { checkSources } from './src/cli/configuration/checkProject.ts'
  import { readSources } from './src/cli/configuration/sources.ts'
  const root = process.cwd()
  const found = []
  for (const text of JSON.parse(process.env.EDITS)) {
    const { problems } = await checkSources(root, readSources(root), { path: '${path}', text })
    found.push(problems.map(({ file, code, what, how }) => [file, code, what, how].join(' ')))
  }
  console.log(JSON.stringify(found))`
const found = runInCopy<string[][]>(root, program, { EDITS: JSON.stringify(edits) })

describe('a label beside its field', () => {
  it('is all that a new field needs: one file', () => expect(found[0]).toEqual([]))
  it('is in every language, and says which one it lacks', () =>
    expect(found[1]).toEqual([`${path} C080 Its label says nothing in 'es'. Add es: '…' here.`]))
  it('is of languages that there are, and no empty text', () =>
    expect(found[2]).toEqual([
      `${path} C041 Here stands "". Write a text.`,
      `${path} C043 There is no language sp. Use one of pt, en, es.`,
    ]))
  it('stands in one place', () =>
    expect(found[3]).toEqual(
      ['pt', 'en', 'es'].map((language) =>
        expect.stringMatching(
          `^locales/${language}/resources\\.ts C086 .* promoCode is called, and that counts\\. Remove it here`,
        ),
      ),
    ))
  it('is what texts say, of values and sections as well', () => {
    const texts = { resources: { note: { fields: { title: 'Title' }, sections: {} } }, choices: {} }
    const label = { en: 'Kind' }
    const note = { name: 'note', fields: { kind: { kind: 'text', label } }, sections: { identity: { en: 'Who' } } }
    const mood = { name: 'mood', values: ['good'], label: { good: { en: 'Good' } } }
    const labelled: OverlaidTexts = labelledTexts(texts, 'en', { resources: { note }, choices: { mood } } as never)
    expect(labelled.resources['note']).toMatchObject({
      fields: { title: 'Title', kind: 'Kind' },
      sections: { identity: 'Who' },
    })
    expect(labelled.choices['mood']).toEqual({ good: 'Good' })
  })
})

describe('npm run translations', () => {
  it('writes every text of a language, and takes a changed one back into its file, whatever signs it has', () => {
    expect(textsIn(configuration.locales['es']!).get('resources.campaign.fields.promoCode')).toBeTypeOf('string')
    const { files, count, unplaced } = changesOf({
      language: 'es',
      translations: [
        { key: 'resources.campaign.fields.promoCode', text: 'Código "d\'or"' },
        { key: 'resources.campaign.fields.name', text: '' },
      ],
      configuration,
      sources: written,
    })
    expect([[...files.keys()], count, unplaced]).toEqual([['locales/es/resources.ts'], 1, []])
    expect(files.get('locales/es/resources.ts')).toContain("promoCode: 'Código \"d\\'or\"'")
  })
  it('takes back what stands beside a field, and adds the language that it lacks', () => {
    const sources: Sources = new Map([...written, [path, budget("{ pt: 'Orçamento', en: 'Budget' }")]])
    const { campaign } = configuration.resources
    const fields = { ...campaign!.fields, budget: { kind: 'text', label: { pt: 'Orçamento', en: 'Budget' } } }
    const changed = { ...configuration, resources: { ...configuration.resources, campaign: { ...campaign!, fields } } }
    const translated = (language: string, text: string) =>
      changesOf({
        language,
        translations: [{ key: 'resources.campaign.fields.budget', text }],
        configuration: changed as Configuration,
        sources,
      }).files.get(path)
    expect(translated('en', 'Means')).toContain("{ pt: 'Orçamento', en: 'Means' }")
    expect(translated('es', 'Presupuesto')).toContain("en: 'Budget', es: 'Presupuesto' }")
  })
})
