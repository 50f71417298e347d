import { afterAll, beforeAll, expect, it } from 'vitest'
import { useControls } from './controls.ts'
import { controlsOptions, type HandsOn, openHandsOn } from './handsOn.ts'

let office: HandsOn

beforeAll(async () => {
  office = await openHandsOn()
})
afterAll(() => office?.close())

it('every control of every register can be used, and leaves nothing amiss', controlsOptions, async () => {
  const found = await useControls(
    office,
    office.paths.filter((path) => path.startsWith('/registers/')),
  )
  expect([...found, ...office.faults()]).toEqual([])
})
