import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'
import { type KillWorld, sendBatch } from './activity.ts'
import { runCommandVictim, type ServerVictim } from './serverProcess.ts'

const paymentLimitMs = 180_000

/** What was done to the product, and where. */
interface Done {
  readonly environment: Record<string, string>
  readonly database: Database
  readonly world: KillWorld
}

/** After everything that was done to it: whatever was made is sent, closed and paid. */
export async function finishKillTest({ environment, database, world }: Done, server: ServerVictim): Promise<void> {
  for (const batch of world.batches) if (!batch.isAcknowledged) await sendBatch(server, world, batch)
  const close = runCommandVictim('close', ['--from', world.from, '--to', world.to], environment)
  if ((await close.ended) !== 0) throw new Error(`The close failed:\n${close.output()}`)
  const deadline = Date.now() + paymentLimitMs
  for (;;) {
    await server.post('/api/job/automaticPayments/run')
    const {
      rows: [left],
    } = await sql<{ count: number }>`select count(*) as count from entry where status = 'pending'`.execute(database.db)
    if (left!.count === 0) return
    if (Date.now() > deadline) throw new Error(`${left!.count} entries are still pending.`)
    await pause(500)
  }
}
