import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { handedOn } from '#tests/support/server.ts'

const kills = 9
let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

function runKillTest(): Promise<{ code: number | null; output: string }> {
  const root = new URL('../../../../..', import.meta.url).pathname
  const child = spawn(process.execPath, ['src/cli/killTest.ts', '--kills', String(kills)], {
    cwd: root,
    env: { ...handedOn(), DATABASE_URL: store.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

// The long form, which anybody can run: npm run kill-test -- --kills 100
it(`${kills} kills -9 spread over ingest, close and payment lose nothing, count nothing twice and pay nobody twice`, async () => {
  const { code, output } = await runKillTest()
  expect(output).toContain('nothing acknowledged lost, nothing counted twice, no payment sent twice')
  expect(code).toBe(0)
}, 240_000)
