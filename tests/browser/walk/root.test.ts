import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWalk, type Walk, walk, walkers } from './walk.ts'

let office: Walk

beforeAll(async () => {
  office = await openWalk()
})
afterAll(() => office?.close())

it('root finds the pages their rights allow and no other, fit to use in every look', async () => {
  const { found, seen, complaints } = await walk(office, walkers.root)
  expect(found).toEqual([])
  expect(complaints).toEqual([])
  expect(seen.size).toBe(12)
}, 1_200_000)
