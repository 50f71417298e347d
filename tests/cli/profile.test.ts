import { describe, expect, it } from 'vitest'
import { drawFlameGraph } from '#cli/profile/flameGraph.ts'
import { addProfile, type CpuProfile, makeFrame, ownTimes } from '#cli/profile/samples.ts'

const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber })

/** A thread that waits 5 ms, is 3 ms in `read` itself and 2 ms in what it calls of a package. */
const thread: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 3] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('read', 'file:///office/src/read.ts', 9), children: [4] },
    { id: 4, callFrame: frame('query', 'file:///office/node_modules/@scope/pg/lib/query.js', 2) },
  ],
  samples: [2, 3, 4, 3],
  timeDeltas: [0, 5000, 1000, 2000, 2000],
}

describe('samples of threads', () => {
  it('are added up by function and place, without waiting', () => {
    const tree = makeFrame('records')
    addProfile(tree, thread, '/office')
    addProfile(tree, thread, '/office')
    expect(tree.ms).toBe(10)
    expect(ownTimes(tree)).toEqual([
      { name: 'read src/read.ts:10', ms: 6 },
      { name: 'query @scope/pg', ms: 4 },
    ])
    expect(tree.calls.get('read src/read.ts:10')).toMatchObject({ ms: 10, ownMs: 6 })
  })

  it('are drawn with what is called under what calls it, as wide as the time in both', () => {
    const tree = makeFrame('records')
    addProfile(tree, thread, '/office')
    const graph = drawFlameGraph(tree, 'a < b')
    expect(graph).toContain('<title>a &lt; b: 5 ms, 100.0 % (itself 0 ms)</title>')
    expect(graph).toMatch(/query @scope\/pg: 2 ms, 40\.0 %[^]*y="34" width="640\.0"/)
  })

  it('draw nothing where nothing ran', () => {
    expect(drawFlameGraph(makeFrame('start'), 'start')).not.toContain('<rect')
  })
})
