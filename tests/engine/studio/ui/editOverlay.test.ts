import { describe, expect, it } from 'vitest'
import { overlayDifferences } from '#engine/studio/differences.ts'
import {
  editColumns,
  editField,
  editFilters,
  fieldNameOf,
  laidOver,
  moveEntry,
  moveField,
  moveSection,
  nameOf,
  placed,
  placeEntry,
  placeField,
} from '#engine/studio/editOverlay.ts'
import { resources } from '#resources/index.ts'
import { menu } from '#resources/menu.ts'

const affiliate = resources.affiliate
const alias = { resource: 'affiliate', field: 'alias' }

describe('an edit of an overlay', () => {
  it('says what is changed, and nothing once it is as declared again', () => {
    const renamed = editField({}, alias, { label: { pt: 'Nome artístico' } })
    expect(renamed).toEqual({ resources: { affiliate: { fields: { alias: { label: { pt: 'Nome artístico' } } } } } })
    expect(editField(renamed, alias, null)).toEqual({})
    const { columns } = affiliate.list
    const fewer = editColumns({}, affiliate, columns.slice(1))
    expect(laidOver(affiliate, fewer).list.columns).toEqual(columns.slice(1))
    expect(editColumns(fewer, affiliate, columns)).toEqual({})
    expect(editFilters({}, affiliate, Object.keys(affiliate.filters))).toEqual({})
  })

  it('moves a field within its section and back', () => {
    const up = moveField({}, affiliate, 'company', -1)
    expect(laidOver(affiliate, up).form['identity']!.slice(0, 3)).toEqual(['company', 'name', 'alias'])
    expect(moveField(up, affiliate, 'company', 1)).toEqual({})
  })

  it('puts a field into the place of another one, in its section and in another', () => {
    const down = placeField({}, affiliate, 'name', 'alias')
    expect(laidOver(affiliate, down).form['identity']!.slice(0, 3)).toEqual(['company', 'alias', 'name'])
    expect(placeField(down, affiliate, 'name', 'company')).toEqual({})
    expect(placeField({}, affiliate, 'name', 'name')).toEqual({})
    const other = laidOver(affiliate, placeField({}, affiliate, 'alias', 'paymentType')).form
    expect(other['payment']!.slice(0, 2)).toEqual(['alias', 'paymentType'])
    expect(other['identity']).not.toContain('alias')
    expect(placed(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a'])
    expect(placed(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b'])
    const [first, second] = menu.registers.map(({ name }) => name) as [string, string]
    const swapped = placeEntry({}, menu, ['registers', second], first)
    expect(swapped.menu!['registers']!.slice(0, 2)).toEqual([second, first])
    expect(placeEntry(swapped, menu, ['registers', second], first)).toEqual({})
  })

  it('moves the last field of a section to the begin of the next one, and the first of all nowhere', () => {
    const down = laidOver(affiliate, moveField({}, affiliate, 'document', 1)).form
    expect(down['identity']).not.toContain('document')
    expect(down['commission']![0]).toBe('document')
    expect(moveField({}, affiliate, 'name', -1)).toEqual({})
  })

  it('moves sections and entries of the menu', () => {
    const sections = Object.keys(laidOver(affiliate, moveSection({}, affiliate, 'commission', -1)).form)
    expect(sections.slice(0, 2)).toEqual(['commission', 'identity'])
    const overlay = moveEntry({}, menu, ['registers', 'subBrand'], -1)
    expect(overlay.menu!['registers']!.slice(0, 2)).toEqual(['subBrand', 'brand'])
    expect(moveEntry(overlay, menu, ['registers', 'subBrand'], 1)).toEqual({})
  })

  it('names fields and values after their labels', () => {
    expect(fieldNameOf('Main channel')).toBe('xMainChannel')
    expect(nameOf('Rede social & vídeo')).toBe('redeSocialVideo')
    expect(nameOf('24h')).toBe('v24h')
  })
})

describe('the differences of two overlays', () => {
  it('are told thing by thing, order included', () => {
    const before = { resources: { affiliate: { form: { identity: ['name'], payment: [] } } } }
    const after = {
      resources: { affiliate: { fields: { alias: { hidden: true } }, form: { payment: [], identity: ['name'] } } },
    }
    expect(overlayDifferences(before, after)).toEqual([
      {
        path: ['resources', 'affiliate', 'formOrder'],
        before: ['identity', 'payment'],
        after: ['payment', 'identity'],
      },
      { path: ['resources', 'affiliate', 'fields', 'alias', 'hidden'], before: undefined, after: true },
    ])
    expect(overlayDifferences(after, after)).toEqual([])
  })
})
