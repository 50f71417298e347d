import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyRoot, GrowingTree, leafHash, treeRoot } from '#lib/merkleLog/merkleTree.ts'
import { consistencyProof, inclusionProof, isConsistent, isIncluded } from '#lib/merkleLog/proofs.ts'

const hex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'))
/** The eight leaves of Certificate Transparency's own tests, and the roots over the first one, two, … of them. */
const vector = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  (entry) => leafHash(Buffer.from(entry, 'hex')),
)
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

describe('the tree of RFC 6962', () => {
  test('has the roots of the published vectors', () => {
    expect(emptyRoot.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(roots.map((_, index) => treeRoot(vector.slice(0, index + 1)).toString('hex'))).toEqual(roots)
  })

  test('has the proofs of the published vectors', () => {
    expect(hex(inclusionProof(vector, 0))).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
    expect(hex(consistencyProof(vector, 6))).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
    expect(hex(consistencyProof(vector.slice(0, 5), 2))).toEqual([
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ])
  })
})

const leavesOf = (size: number, salt = '') =>
  Array.from({ length: size }, (_, index) => leafHash(Buffer.from(`${salt}${index}`)))
const sizes = fc.integer({ min: 1, max: 200 })

describe('proofs', () => {
  test('lead from every leaf to the root, and from no other leaf or place', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (size, some, other) => {
        const leaves = leavesOf(size)
        const [index, wrong] = [some % size, other % size]
        const [root, proof] = [treeRoot(leaves), inclusionProof(leaves, index)]
        expect(isIncluded({ leaf: leaves[index]!, index, size, root, proof })).toBe(true)
        expect(isIncluded({ leaf: createHash('sha256').update('x').digest(), index, size, root, proof })).toBe(false)
        if (wrong !== index) expect(isIncluded({ leaf: leaves[index]!, index: wrong, size, root, proof })).toBe(false)
      }),
    )
  })

  test('show that a later tree begins with an earlier one, and never where one earlier leaf differs', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (size, part, changed) => {
        const leaves = leavesOf(size)
        const earlierSize = 1 + (part % size)
        const earlier = { size: earlierSize, root: treeRoot(leaves.slice(0, earlierSize)) }
        expect(
          isConsistent({
            earlier,
            later: { size, root: treeRoot(leaves) },
            proof: consistencyProof(leaves, earlierSize),
          }),
        ).toBe(true)
        const forged = leaves.with(changed % earlierSize, leafHash(Buffer.from('forged')))
        expect(
          isConsistent({
            earlier,
            later: { size, root: treeRoot(forged) },
            proof: consistencyProof(forged, earlierSize),
          }),
        ).toBe(false)
      }),
    )
  })

  test('are needed where the trees differ in size, and say nothing where the later one is smaller', () => {
    const leaves = leavesOf(7)
    const state = (size: number) => ({ size, root: treeRoot(leaves.slice(0, size)) })
    expect(isConsistent({ earlier: state(3), later: state(7), proof: [] })).toBe(false)
    expect(isConsistent({ earlier: state(7), later: state(3), proof: consistencyProof(leaves, 3) })).toBe(false)
    expect(isConsistent({ earlier: state(0), later: state(7), proof: [] })).toBe(true)
  })
})

test('a tree that grows leaf by leaf has the root of all its leaves, also when it goes on from what was kept of it', () => {
  fc.assert(
    fc.property(fc.nat({ max: 130 }), fc.nat({ max: 130 }), (first, second) => {
      const leaves = leavesOf(first + second)
      const tree = new GrowingTree()
      for (const leaf of leaves.slice(0, first)) tree.add(leaf)
      const later = new GrowingTree(tree.size, tree.parts)
      for (const leaf of leaves.slice(first)) later.add(leaf)
      expect(later.size).toBe(leaves.length)
      expect(later.root().equals(treeRoot(leaves))).toBe(true)
    }),
  )
})
