import { describe, expect, test } from 'vitest'
import {
  companiesOf,
  countBelow,
  type Hierarchy,
  ofCompany,
  type Partner,
  type PartnerNode,
  pathTo,
  possibleParents,
  treesMatching,
  treesOf,
} from '#features/partners/ui/hierarchy/hierarchyTree.ts'

const partner = (id: number, partnerLevel: number, parent: number | null, more: Partial<Partner> = {}): Partner => ({
  id,
  version: 1,
  name: `P${id}`,
  company: 1,
  partnerLevel,
  parent,
  percentage: 10,
  abatement: 0,
  affiliateCount: 0,
  subBrands: [],
  ...more,
})
const hierarchy: Hierarchy = {
  levels: [
    { id: 11, name: 'One', company: 1, level: 1, expression: null },
    { id: 12, name: 'Two', company: 1, level: 2, expression: null },
    { id: 13, name: 'Three', company: 1, level: 3, expression: null },
  ],
  partners: [
    partner(1, 11, null),
    partner(2, 12, 1, { name: 'Otávio' }),
    partner(3, 13, 2),
    partner(4, 11, null, { subBrands: [{ id: 5, name: 'VIP' }] }),
    partner(5, 12, 4),
  ],
  freeAffiliates: [],
}
const shape = (nodes: readonly PartnerNode[]): unknown[] =>
  nodes.map(({ partner: { id }, children }) => (children.length > 0 ? [id, shape(children)] : id))

describe('the tree of partners', () => {
  test('is cut by company: nobody hangs on a partner of another one', () => {
    const foreign: Hierarchy = {
      levels: [...hierarchy.levels, { id: 21, name: 'Uno', company: 2, level: 1, expression: null }],
      partners: [...hierarchy.partners, partner(9, 21, null, { company: 2 })],
      freeAffiliates: [
        { company: 1, count: 4 },
        { company: 2, count: 7 },
      ],
    }
    expect(companiesOf(foreign)).toEqual([1, 2])
    expect(ofCompany(foreign, 2)).toEqual({
      levels: [foreign.levels[3]],
      partners: [foreign.partners[5]],
      freeAffiliates: [{ company: 2, count: 7 }],
    })
    expect(ofCompany(foreign, null)).toBe(foreign)
    expect(
      possibleParents({ ...foreign, levels: foreign.levels.map((level) => ({ ...level })) }, foreign.partners[1]!).map(
        ({ id }) => id,
      ),
    ).toEqual([1, 4])
  })

  test('hangs each below its parent', () => {
    expect(shape(treesOf(hierarchy))).toEqual([
      [1, [[2, [3]]]],
      [4, [5]],
    ])
    expect(countBelow(treesOf(hierarchy)[0]!)).toBe(2)
  })

  test('puts on top whose parent is not in sight', () => {
    expect(shape(treesOf({ ...hierarchy, partners: hierarchy.partners.filter(({ id }) => id !== 1) }))).toEqual([
      [4, [5]],
      [2, [3]],
    ])
  })

  test('finds by name whatever case and accents, and by sub brand, with those above and below', () => {
    const found = treesMatching(treesOf(hierarchy), 'otavio')
    expect([shape(found.trees), found.count]).toEqual([[[1, [[2, [3]]]]], 1])
    expect(shape(treesMatching(treesOf(hierarchy), 'vip').trees)).toEqual([[4, [5]]])
    expect(treesMatching(treesOf(hierarchy), 'zebra').trees).toEqual([])
  })

  test('knows the way to a partner, and ends where parents go round', () => {
    expect(pathTo(hierarchy.partners, 3)).toEqual([2, 1])
    expect(pathTo([partner(1, 11, 2), partner(2, 12, 1)], 1)).toEqual([2, 1])
  })

  test('offers as parents those of the level directly above', () => {
    expect(possibleParents(hierarchy, hierarchy.partners[2]!).map(({ id }) => id)).toEqual([2, 5])
    expect(possibleParents(hierarchy, hierarchy.partners[0]!)).toEqual([])
  })
})
