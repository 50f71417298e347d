import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A function on the stack of a sample, as V8 writes it into a `.cpuprofile`. */
interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

/** What V8 writes of one thread; times are microseconds. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** A function and what it called, with the time spent in both; `ownMs` is without the calls. */
export interface Frame {
  readonly name: string
  ms: number
  ownMs: number
  readonly calls: Map<string, Frame>
}

/** Time in which a thread waited for something to do. */
const idle = '(idle)'

/** An empty frame. */
export const makeFrame = (name: string): Frame => ({ name, ms: 0, ownMs: 0, calls: new Map() })

/** A function by its name and place: `readRecord src/engine/records/server/operations/read.ts:40`; packages by name. */
function nameOf({ functionName, url, lineNumber }: ProfileNode['callFrame'], root: string): string {
  const name = functionName || '(anonymous)'
  if (url === '') return name
  const path = url.startsWith('file://') ? relative(root, fileURLToPath(url)) : url
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  return `${name} ${inPackage ?? `${path}:${lineNumber + 1}`}`
}

/**
 * Adds the samples of one thread to a tree of frames: functions of one name and place under the same caller are one
 * frame. Idle time is left out.
 */
export function addProfile(tree: Frame, { nodes, samples, timeDeltas }: CpuProfile, root: string): void {
  const spentMs = new Map<number, number>()
  // A delta is the time since the sample before it, so it belongs to what ran then.
  samples.forEach((id, at) => spentMs.set(id, (spentMs.get(id) ?? 0) + Math.max(0, timeDeltas[at + 1] ?? 0) / 1000))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const add = (node: ProfileNode, into: Frame): number => {
    if (node.callFrame.functionName === idle) return 0
    const name = nameOf(node.callFrame, root)
    const frame = into.calls.get(name) ?? makeFrame(name)
    const ownMs = spentMs.get(node.id) ?? 0
    const ms = (node.children ?? []).reduce((sum, id) => {
      const child = byId.get(id)
      return child ? sum + add(child, frame) : sum
    }, ownMs)
    if (ms > 0) into.calls.set(name, frame)
    frame.ms += ms
    frame.ownMs += ownMs
    return ms
  }
  const top = nodes[0]
  for (const id of top?.children ?? []) {
    const child = byId.get(id)
    if (child) tree.ms += add(child, tree)
  }
}

/** Time spent in each function itself, the most first, wherever it was called from. */
export function ownTimes(tree: Frame): { readonly name: string; readonly ms: number }[] {
  const sums = new Map<string, number>()
  const visit = (frame: Frame) => {
    sums.set(frame.name, (sums.get(frame.name) ?? 0) + frame.ownMs)
    for (const call of frame.calls.values()) visit(call)
  }
  for (const call of tree.calls.values()) visit(call)
  return [...sums].map(([name, ms]) => ({ name, ms })).toSorted((one, other) => other.ms - one.ms)
}
