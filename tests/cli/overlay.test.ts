import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkSources } from '#cli/configuration/checkProject.ts'
import { readSources } from '#cli/configuration/sources.ts'
import { filesOf, overlayOf } from '#lib/overlay/inForce.ts'
import {
  type OverlaidTexts,
  overlaidMenu,
  overlaidResources,
  overlaidTexts,
} from '#engine/declaration/overlay/overlay.ts'
import { resources } from '#resources/index.ts'
import { menu } from '#resources/menu.ts'
import { texts } from '#locales/texts.ts'

const root = join(import.meta.dirname, '../..')
const sources = readSources(root)

/** What the check says of an overlay of affiliates, or of another file. */
async function said(text: string, file = 'affiliate'): Promise<string[]> {
  const { problems } = await checkSources(root, sources, { path: `resources/overlay/${file}.json`, text })
  return problems.map(({ file: path, line, code, what, how }) => `${path}:${line} ${code} ${what} ${how}`)
}

const channel = {
  kind: 'choice',
  label: { pt: 'Canal', en: 'Channel', es: 'Canal' },
  values: { video: { pt: 'Vídeo', en: 'Video', es: 'Video' }, site: { pt: 'Site', en: 'Site', es: 'Sitio' } },
} as const

const labelOf = (texts: object) => (texts as OverlaidTexts).resources['affiliate']!.fields['alias']

/** A field of its own of affiliates, as a file of an overlay. */
const own = (more: object) =>
  JSON.stringify({ fields: { xNote: { kind: 'text', label: channel.label, ...more } } }, null, 1)

describe('the check of an overlay', () => {
  it('takes labels, help, order, hidden fields, wider bounds, filters and new fields', async () => {
    const overlay = {
      fields: {
        alias: { label: { pt: 'Nome artístico' }, help: { pt: 'Como aparece na lista.' }, max: 80 },
        municipality: { hidden: true },
        xChannel: { ...channel, access: { read: ['affiliate'], write: ['affiliate'] } },
      },
      list: { columns: ['name', 'xChannel', 'brands'] },
      filters: ['xChannel', 'brands', 'createdAt'],
      form: { payment: ['paymentType'], identity: ['name', 'xChannel', 'alias'] },
      sections: { identity: { pt: 'Quem é' } },
    }
    expect(await said(JSON.stringify(overlay, null, 2))).toEqual([])
  })

  it.each([
    own({ required: true, default: 'none' }),
    own({ unique: true, max: 40 }),
    own({ kind: 'integer', min: 1, max: 10, required: true, default: 5 }),
    own({ kind: 'reference', target: 'brand' }),
    '{ "fields": { "alias": { "required": true, "default": "?" } } }',
  ])('takes what must be filled in, what differs, bounds and references: %s', async (text) =>
    expect(await said(text)).toEqual([]),
  )

  const wrong: readonly [string, string, string][] = [
    ['no JSON', '{\n  "filters": ["brands",]\n}', ':2 C100 A comma stands behind the last one'],
    ['curly quotes', '{\n “filters”: [] }', ':2 C100 A quote is a curly one'],
    ['single quotes', "{\n 'filters': [] }", ':2 C100 A text stands between single quotes'],
    ['a comment', '{\n // of ours\n "filters": [] }', ':2 C100 JSON has no comments'],
    ['a decimal comma', '{ "fields": { "alias": {\n "max": 0,5 } } }', ':2 C100 A decimal comma'],
    ['a bracket too few', '{ "filters": ["brands"]', ':1 C100 A bracket is open at the end'],
    ['a comma too few', '{ "filters": ["brands"]\n "sections": {} }', ':2 C100 A comma is missing before this'],
    ['an empty file', '', ':1 C100 The file is empty'],
    ['an emoji', '{ 🎉 }', ':1 C100 An emoji stands outside of a text'],
    [
      'a word of another language',
      '{ "fields": { "alias": {\n "hidden": True } } }',
      ':2 C100 This is no value of JSON',
    ],
    ['a name without quotes', '{\n filters: ["brands"] }', ':2 C100 A name stands without quotes'],
    ['a blank that is none', '{\n\u00a0"filters": [] }', ':2 C100 An invisible character'],
    ['an unfinished merge', '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x', ':1 C100 A merge was left unfinished'],
    ['a BOM', '\ufeff{}', ':1 C100 The file begins with an invisible mark'],
    ['two objects', '{}\n{}', 'C100 Another object follows the first'],
    ['TypeScript', 'export const a = {}', ':1 C100 An overlay is an object, and nothing stands before it'],
    ['a list in place of an object', '[]', ':1 C041 Here stands []. Write an object of fields'],
    ['a name that is too long', own({}).replace('xNote', `x${'A'.repeat(70)}`), ':3 C164 The name is 71 letters long'],
    ['a name with an accent', own({}).replace('xNote', 'xNotação'), ':3 C164 A name is of plain letters'],
    ['a system column', own({}).replace('xNote', 'xmin'), ':3 C164 A later version could declare'],
    ['what nobody can fill in', own({ required: true, hidden: true }), 'C163 Nobody could fill xNote in'],
    [
      'what only root fills in',
      own({ required: true, access: { write: ['root'] } }),
      'C151 It must be filled in, and only root',
    ],
    [
      'itself, required',
      own({ kind: 'reference', target: 'affiliate', required: true }),
      'C151 The first record could never',
    ],
    [
      'a reference to a log',
      own({ kind: 'reference', target: 'activityLog' }),
      'C020 There is no entity that a field may name',
    ],
    ['a reference without its entity', own({ kind: 'reference' }), 'C164 target is said of a reference'],
    ['a unique choice', own({ kind: 'boolean', unique: true }), 'C162 Only texts and numbers differ'],
    [
      'unique with a value to begin with',
      own({ unique: true, required: true, default: 'a' }),
      'C158 The second record',
    ],
    ['a least above the most', own({ kind: 'integer', min: 10, max: 1 }), 'C031 min (10) is above max (1)'],
    ['a least of a text', own({ min: 3 }), 'C162 Only a number has a least'],
    ['a default out of bounds', own({ kind: 'integer', max: 3, default: 9, required: true }), 'C035 The default 9'],
    ['a default that is no text', own({ default: 'abc', max: 2, required: true }), 'C035 The default "abc"'],
    ['a default of what may be empty', own({ default: 'a' }), 'C162 It fills records of a field that must'],
    ['a default of a day', own({ kind: 'date', default: '13/09/2026', required: true }), 'C162 Only a text, a number'],
    [
      'two values called alike',
      own({ kind: 'choice', values: { a: channel.label, b: channel.label } }),
      'C164 Another value is called Canal',
    ],
    [
      'what is declared as required',
      '{ "fields": { "token": {\n "required": true } } }',
      ':2 C161 Whether token must be',
    ],
    [
      'what differs already',
      '{ "fields": { "email": {\n "unique": true } } }',
      ':2 C161 Whether the values of email differ',
    ],
    [
      'values in a label',
      '{ "fields": { "alias": { "label": {\n "pt": "Nome %{name}" } } } }',
      ':2 C082 No other language names %{name}',
    ],
    ['forms in a label', '{ "fields": { "alias": { "label": {\n "pt": "A |||| B" } } } }', ':2 C084 It has 2 forms'],
    ['a column twice', '{ "list": { "columns": ["name",\n "name"] } }', ':2 C045 name is named twice'],
    ['no column', '{ "list": {\n "columns": [] } }', ':2 C041 Here stands []'],
    ['a kind that calculates', own({ kind: 'computed' }), 'C030 There is no kind of field computed'],
    ['a scope', '{\n "scope": {} }', ':2 C161 An overlay does not say scope'],
    ['an unknown entity', '{}', 'resources/overlay/afiliate.json:1 C165 There is no entity afiliate. Did you mean'],
    [
      'an unknown field',
      '{\n  "fields": {\n    "alia": { "hidden": true }\n  }\n}',
      ":3 C165 affiliate has no field alia. Did you mean 'alias'?",
    ],
    [
      'an unknown option',
      '{\n  "fields": {\n    "alias": {\n      "lable": {}\n    }\n  }\n}',
      ":4 C040 There is no option lable here. Did you mean 'label'?",
    ],
    ['an unknown option of the entity', '{\n  "colums": []\n}', ':2 C040 There is no option colums'],
    [
      'a language that is none',
      '{\n  "fields": { "alias": { "label": {\n    "fr": "Alias" } } }\n}',
      ':3 C040 There is no option fr here',
    ],
    [
      'an unknown column',
      '{\n  "list": {\n    "columns": ["name",\n      "alais"]\n  }\n}',
      ":4 C015 There is no field alais. Did you mean 'alias'?",
    ],
    [
      'an unknown filter',
      '{\n  "filters": [\n    "alais"\n  ]\n}',
      ":3 C015 There is no field alais. Did you mean 'alias'?",
    ],
    [
      'an unknown section',
      '{\n  "form": {\n    "identiti": ["name"]\n  }\n}',
      ":3 C165 There is no section identiti. Did you mean 'identity'?",
    ],
    [
      'a field twice in the form',
      '{\n  "form": {\n    "identity": ["name"],\n    "payment": ["name"]\n  }\n}',
      ':4 C011 The field name stands in the form twice',
    ],
    [
      'a title that is hidden',
      '{\n  "fields": { "name": {\n    "hidden": true } }\n}',
      ':3 C163 name is needed: records are named or sorted by it',
    ],
    [
      'a required field that is hidden',
      '{\n  "fields": { "email": {\n    "hidden": true } }\n}',
      ':3 C163 email is needed: a record cannot be without it',
    ],
    [
      'a field of an effect that is hidden',
      '{\n  "fields": { "partner": {\n    "hidden": true } }\n}',
      ':3 C163 partner is needed: a rule or an effect asks for it',
    ],
    [
      'a narrower bound',
      '{\n  "fields": { "alias": {\n    "max": 20 } }\n}',
      ':3 C162 20 is no wider than is declared. Write a whole number from 60',
    ],
    ['a bound of a number', '{\n  "fields": { "payDay": {\n    "max": 40 } }\n}', ':3 C161 Bounds of amounts'],
    [
      'rights',
      '{\n  "fields": { "alias": {\n    "access": { "read": ["affiliate"] } } }\n}',
      ':3 C161 An overlay does not say access: money, rights, rules and effects are declared',
    ],
    ['effects', '{\n  "effects": {}\n}', ':2 C161 An overlay does not say effects'],
    [
      'a new field without its x',
      `{\n  "fields": {\n    "channel": ${JSON.stringify(channel)}\n  }\n}`,
      ':3 C164 A later version could declare a field of this name',
    ],
    [
      'a new field of another kind',
      `{\n  "fields": {\n    "xFee": { "label": ${JSON.stringify(channel.label)}, "kind": "money" }\n  }\n}`,
      ':3 C030 There is no kind of field money',
    ],
    [
      'a new field without a label in a language',
      '{\n  "fields": {\n    "xNote": { "kind": "text",\n "label": { "pt": "Nota", "en": "Note" } }\n  }\n}',
      ':4 C044 es is not said',
    ],
    [
      'a choice without values',
      `{\n  "fields": {\n    "xNote": { "kind": "choice", "label": ${JSON.stringify(channel.label)} }\n  }\n}`,
      ':3 C164 values are said of a choice',
    ],
    [
      'a role that is none',
      `{\n  "fields": {\n    "xNote": { "kind": "text", "label": ${JSON.stringify(channel.label)},\n "access": { "read": ["sales"] } }\n  }\n}`,
      ':4 C023 There is no role sales',
    ],
  ]
  it.each(wrong)('answers %s with its line and how to mend it', async (kind, text, expected) => {
    const found = await said(text, kind === 'an unknown entity' ? 'afiliate' : 'affiliate')
    expect(found.join('\n')).toContain(expected)
    expect(found.every((line) => line.startsWith('resources/overlay/'))).toBe(true)
  })

  it('takes no further field of entries, payments and rewards', async () => {
    const text = JSON.stringify({ fields: { xChannel: channel } })
    for (const entity of ['entry', 'payment', 'reward', 'activityLog'])
      expect((await said(text, entity)).join('\n')).toContain(`C161 ${entity} takes no further fields`)
  })

  it('answers a menu with an entry that is none', async () => {
    const found = await said('{\n  "registers": ["reward",\n    "brands"]\n}', 'menu')
    expect(found).toEqual([
      expect.stringContaining("resources/overlay/menu.json:3 C165 There is no entry brands. Did you mean 'brand'?"),
    ])
  })
})

describe('an overlay', () => {
  const overlay = {
    resources: {
      affiliate: {
        fields: { alias: { label: { pt: 'Nome artístico' } }, municipality: { hidden: true }, xChannel: channel },
        list: { columns: ['xChannel', 'name', 'municipality'] },
        filters: ['xChannel', 'createdAt'],
        form: { payment: [], identity: ['alias', 'xChannel'] },
      },
    },
    menu: { registers: ['user', 'brand'] },
  }
  const { affiliate } = overlaidResources(resources, overlay)

  it('puts the fields it names first in their section, and leaves out what is hidden', () => {
    expect(Object.keys(affiliate.form).slice(0, 2)).toEqual(['payment', 'identity'])
    expect(affiliate.form.identity.slice(0, 3)).toEqual(['alias', 'xChannel', 'name'])
    expect(Object.values(affiliate.form).flat()).not.toContain('municipality')
    expect(affiliate.list.columns).toEqual(['xChannel', 'name'])
    expect(affiliate.fields.municipality).toMatchObject({ hidden: true })
  })

  it('narrows by a choice it adds as by any other', () => {
    expect(affiliate.filters).toEqual({ xChannel: 'in', createdAt: 'range' })
    expect((affiliate.fields as Record<string, object>)['xChannel']).toMatchObject({
      kind: 'choice',
      choices: { name: 'affiliateXChannel', values: ['video', 'site'] },
    })
  })

  it('leaves entities it says nothing of as they are declared', () => {
    expect(overlaidResources(resources, overlay).brand).toBe(resources.brand)
  })

  it('orders the entries it names first', () => {
    const names = overlaidMenu(menu, overlay).registers.map(({ name }) => name)
    expect(names.slice(0, 3)).toEqual(['user', 'brand', 'subBrand'])
    expect(names.toSorted()).toEqual(menu.registers.map(({ name }) => name).toSorted())
  })

  it('says labels in the languages it has them in', async () => {
    const [{ messages: portuguese }, { messages: english }] = await Promise.all([texts.pt.all(), texts.en.all()])
    const inPortuguese = overlaidTexts(portuguese, 'pt', overlay)
    expect(labelOf(inPortuguese)).toBe('Nome artístico')
    expect(labelOf(overlaidTexts(english, 'en', overlay))).toBe('Alias')
    expect((inPortuguese.choices as unknown as Record<string, object>)['affiliateXChannel']).toEqual({
      video: 'Vídeo',
      site: 'Site',
    })
  })

  it('is the same once it was written into files and read back', () => {
    expect(overlayOf(filesOf(overlay))).toEqual(overlay)
  })
})
