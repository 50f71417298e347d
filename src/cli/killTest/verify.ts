import { type Kysely, sql } from 'kysely'
import type { TestGateway } from '#tests/support/gateway.ts'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { verifyCumulativeTotals } from '#features/reporting/server/cumulativeSums/verifySums.ts'
import { type Money, sumMoney } from '#engine/values/money.ts'
import { expectedOf, type KillWorld, sendBatch } from './activity.ts'
import type { ServerVictim } from './serverProcess.ts'

async function eventProblems(db: Kysely<any>, server: ServerVictim, world: KillWorld): Promise<string[]> {
  const problems: string[] = []
  for (const batch of world.batches) {
    const wasAcknowledged = batch.isAcknowledged
    const answer = await sendBatch(server, world, batch)
    if (wasAcknowledged && answer?.accepted !== 0)
      problems.push(`A batch that was acknowledged was lost: ${JSON.stringify(answer)}`)
  }
  const made = world.batches.reduce((sum, { events }) => sum + events.length, 0)
  const {
    rows: [row],
  } = await sql<{ count: number }>`select count(*) as count from event where type <> 'click'`.execute(db)
  if (row!.count !== made) problems.push(`${made} events were made, ${row!.count} are kept.`)
  const differences = [...(await verifyMovement(db)), ...(await verifyCumulativeTotals(db))]
  return [
    ...problems,
    ...differences.map(
      ({ table, key, column, stored, summed }) => `${table} ${key} ${column}: stored ${stored}, adds up to ${summed}`,
    ),
  ]
}

async function entryProblems(db: Kysely<any>, world: KillWorld): Promise<string[]> {
  const { rows } = await sql<{
    affiliate: number
    value: Money
  }>`select affiliate, sum(value)::numeric(18, 2) as value from entry group by affiliate`.execute(db)
  return world.affiliates.flatMap((affiliate) => {
    const stored = rows.find((row) => row.affiliate === affiliate.id)?.value ?? '0.00'
    const expected = expectedOf(world, affiliate)
    return stored === expected
      ? []
      : [`The entries of affiliate ${affiliate.id} add up to ${stored}, its events to ${expected}.`]
  })
}

async function paymentProblems(
  db: Kysely<any>,
  world: KillWorld,
  { gateway, acknowledged }: { gateway: TestGateway; acknowledged: ReadonlySet<number> },
): Promise<string[]> {
  const { rows } = await sql<{
    id: number
    affiliate: number
    state: string
    transfer: string
  }>`select id, affiliate, state, transfer_id::text as transfer from payment
    join payment_transfer on payment = id`.execute(db)
  const known = new Map(rows.map((row) => [row.transfer, row]))
  const open = rows.filter(({ state }) => state !== 'settled').map(({ id, state }) => `Payment ${id} is ${state}.`)
  const strange = [...gateway.payouts.keys()]
    .filter((id) => !known.has(id))
    .map((id) => `The gateway paid ${id}, which nobody here knows.`)
  const lost = [...acknowledged]
    .filter((id) => !rows.some((row) => row.id === id))
    .map((id) => `Payment ${id} was acknowledged and is gone.`)
  const wrong = world.affiliates.flatMap((affiliate) => {
    const paid = sumMoney(
      [...gateway.payouts.values()].filter(({ key }) => key === affiliate.key).map(({ amount }) => amount),
    )
    const expected = expectedOf(world, affiliate)
    return paid === expected ? [] : [`The gateway paid ${paid} to affiliate ${affiliate.id}, who earned ${expected}.`]
  })
  return [...open, ...strange, ...lost, ...wrong]
}

/**
 * Everything that is wrong after the kills: an event lost or counted twice, a cent that does not follow from events, a
 * payment sent twice or lost.
 */
export async function findProblems(
  db: Kysely<any>,
  server: ServerVictim,
  world: KillWorld,
  counted: { gateway: TestGateway; acknowledged: ReadonlySet<number> },
): Promise<string[]> {
  return [
    ...(await eventProblems(db, server, world)),
    ...(await entryProblems(db, world)),
    ...(await paymentProblems(db, world, counted)),
  ]
}
