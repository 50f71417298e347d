import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { backupCheck } from '#app/server/jobs/backupCheck.ts'
import type { JobWork } from '#engine/jobs/server/job.ts'
import { makeKeys } from '#lib/ageEncryption/age.ts'
import { testEnvironment } from '#tests/support/office.ts'

/* That a good backup comes back is tested with backups (tests/cli/server/backup); here it is what the job makes of it. */

const folder = mkdtempSync(join(tmpdir(), 'backup-check-'))
afterEach(() => {
  for (const name of ['BACKUP_FOLDER', 'BACKUP_IDENTITY']) delete process.env[name]
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(variables: Record<string, string>, signal = AbortSignal.timeout(60_000)) {
  Object.assign(process.env, variables)
  const context = { environment: testEnvironment(variables), now: () => new Date() } as JobWork['context']
  return backupCheck.run({ context, signal, input: {}, progress: () => {}, log: () => {} })
}

describe('the job that tries the newest backup', () => {
  test('says that it did not where the server has no private key', async () => {
    expect(await run({ BACKUP_FOLDER: folder })).toEqual([{ code: 'backupUnchecked' }])
  })

  test('fails in words where there is no backup, or none that opens', async () => {
    const identity = join(folder, 'key.txt')
    writeFileSync(identity, makeKeys().secret)
    const asked = { BACKUP_FOLDER: folder, BACKUP_IDENTITY: identity }
    await expect(run(asked)).rejects.toMatchObject({
      code: 'backup_not_restorable',
      values: { reason: `There is no backup in ${folder}.` },
    })
  })
})
