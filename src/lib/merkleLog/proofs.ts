import { type Hash, leftHalf, nodeHash, treeRoot } from './merkleTree.ts'

/** The nodes that lead from a leaf to the root, the nearest first (RFC 6962, section 2.1.1). */
export function inclusionProof(leaves: readonly Hash[], index: number, from = 0, to: number = leaves.length): Hash[] {
  if (to - from <= 1) return []
  const middle = from + leftHalf(to - from)
  if (index < middle) return [...inclusionProof(leaves, index, from, middle), treeRoot(leaves, middle, to)]
  return [...inclusionProof(leaves, index, middle, to), treeRoot(leaves, from, middle)]
}

/** A leaf, its place, and what is said to lead from it to the root. */
interface Inclusion extends TreeState {
  readonly leaf: Hash
  readonly index: number
  readonly proof: readonly Hash[]
}

/** Does the proof lead from this leaf to this root? */
export function isIncluded({ leaf, index, size, root, proof }: Inclusion): boolean {
  if (index < 0 || index >= size) return false
  let [node, last] = [index, size - 1]
  let hash = leaf
  for (const step of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(step, hash)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else {
      hash = nodeHash(hash, step)
    }
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && hash.equals(root)
}

/** The nodes that show that a tree's first leaves are those of an earlier state (RFC 6962, section 2.1.2). */
export function consistencyProof(leaves: readonly Hash[], earlier: number): Hash[] {
  if (earlier <= 0 || earlier >= leaves.length) return []
  return subProof(leaves, { earlier, from: 0, to: leaves.length, isWhole: true })
}

interface Part {
  earlier: number
  from: number
  to: number
  isWhole: boolean
}

function subProof(leaves: readonly Hash[], { earlier, from, to, isWhole }: Part): Hash[] {
  if (earlier === to) return isWhole ? [] : [treeRoot(leaves, from, to)]
  const middle = from + leftHalf(to - from)
  if (earlier <= middle)
    return [...subProof(leaves, { earlier, from, to: middle, isWhole }), treeRoot(leaves, middle, to)]
  return [...subProof(leaves, { earlier, from: middle, to, isWhole: false }), treeRoot(leaves, from, middle)]
}

/** A state of the tree: how many leaves, and the root over them. */
export interface TreeState {
  readonly size: number
  readonly root: Hash
}

/** Does the proof show that the later state begins with all of the earlier one? */
export function isConsistent({
  earlier,
  later,
  proof,
}: {
  earlier: TreeState
  later: TreeState
  proof: readonly Hash[]
}): boolean {
  if (earlier.size > later.size) return false
  if (earlier.size === later.size) return proof.length === 0 && earlier.root.equals(later.root)
  if (earlier.size === 0) return proof.length === 0
  let [node, last] = [earlier.size - 1, later.size - 1]
  while (node % 2 === 1) [node, last] = [half(node), half(last)]
  const steps = node === 0 ? [earlier.root, ...proof] : [...proof]
  const first = steps.shift()
  if (!first) return false
  let [before, after] = [first, first]
  for (const step of steps) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      before = nodeHash(step, before)
      after = nodeHash(step, after)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else {
      after = nodeHash(after, step)
    }
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && before.equals(earlier.root) && after.equals(later.root)
}

const half = (count: number) => Math.floor(count / 2)
