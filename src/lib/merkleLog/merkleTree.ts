import { createHash } from 'node:crypto'

/** Hashes of the tree are bytes, 32 of them (SHA-256). */
export type Hash = Buffer

const sha256 = (...parts: readonly Uint8Array[]): Hash => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const leafPrefix = Buffer.of(0)
const nodePrefix = Buffer.of(1)

/** The hash of a leaf (RFC 6962, section 2.1). */
export function leafHash(entry: Uint8Array): Hash {
  return sha256(leafPrefix, entry)
}

/** The hash of the node above two others. */
export function nodeHash(left: Hash, right: Hash): Hash {
  return sha256(nodePrefix, left, right)
}

/** The root of a tree without leaves. */
export const emptyRoot: Hash = sha256()

/** The greatest power of two below a number of leaves: how many of them are in the left half. */
export function leftHalf(count: number): number {
  let half = 1
  while (half * 2 < count) half *= 2
  return half
}

/** The root over leaves, from `from` up to (without) `to` of the list. */
export function treeRoot(leaves: readonly Hash[], from = 0, to: number = leaves.length): Hash {
  if (to === from) return emptyRoot
  if (to - from === 1) return leaves[from]!
  const middle = from + leftHalf(to - from)
  return nodeHash(treeRoot(leaves, from, middle), treeRoot(leaves, middle, to))
}

/**
 * A tree that only grows, as the roots of its whole parts (one for each bit of its size, the largest first): enough to
 * add a leaf and to know the
 * root without reading any other leaf.
 */
export class GrowingTree {
  #size: number
  readonly #parts: Hash[]

  /** @param size how many leaves it has. @param parts the roots of its whole parts, as `parts` gave them. */
  constructor(size = 0, parts: readonly Hash[] = []) {
    this.#size = size
    this.#parts = [...parts]
  }

  get size(): number {
    return this.#size
  }

  get parts(): readonly Hash[] {
    return this.#parts
  }

  /** Adds a leaf at the end. */
  add(leaf: Hash): void {
    let part = leaf
    for (let size = this.#size; size % 2 === 1; size = (size - 1) / 2) part = nodeHash(this.#parts.pop()!, part)
    this.#parts.push(part)
    this.#size += 1
  }

  root(): Hash {
    if (this.#parts.length === 0) return emptyRoot
    return this.#parts.reduceRight((right, left) => nodeHash(left, right))
  }
}
