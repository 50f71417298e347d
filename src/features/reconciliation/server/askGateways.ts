import { sql } from 'kysely'
import type { AppContext } from '#engine/server/context.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { payoutGateways } from '#features/payouts/server/disbursement/chooseGateway.ts'
import type { PayoutGateway, PayoutStatus } from '#features/payouts/server/disbursement/payoutGateway.ts'
import { orderOf } from '#features/payouts/server/disbursement/sendPayment.ts'
import { lockPayment } from '#features/payouts/server/payments/payment.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import type { ComparedLine } from './compareStatement.ts'

/** Payments that a gateway is asked about at the same time. */
const atOnce = 8

/** What a gateway says beside a statement: the same, otherwise, or nothing that decides it. */
type GatewayWord = 'agrees' | 'objects' | 'silent'

/** What a gateway says of a line that would make the money due again. */
function wordOf(finding: ComparedLine['finding'], said: PayoutStatus, { tellsReturns }: PayoutGateway): GatewayWord {
  const arrived = said.kind === 'settled'
  if (finding === 'reject') return arrived ? 'objects' : ['refused', 'absent'].includes(said.kind) ? 'agrees' : 'silent'
  if (said.kind === 'returned') return 'agrees'
  return tellsReturns && arrived ? 'objects' : 'silent'
}

/**
 * What the gateways of automatic payments, asked now, say beside a statement that has them refused or sent back. One
 * that does not answer says nothing. Asked before the transaction that confirms, so that no lock waits for it.
 */
export async function askGateways(
  context: AppContext,
  lines: readonly ComparedLine[],
): Promise<ReadonlyMap<number, GatewayWord>> {
  const due = lines.filter(({ nextStep, finding }) => nextStep === 'confirm' && finding !== 'settle')
  const ids = [...new Set(due.map(({ payment }) => payment!))]
  const { rows } = await sql<{ id: number }>`select payment as id from payment_transfer
    where payment = any(${idArray(ids)}) and gateway is not null order by payment`.execute(context.database.db)
  const left = rows.map(({ id }) => id)
  const words = new Map<number, GatewayWord>()
  const work = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const asked = id
      const payment = (await inTransaction(context.database.db, (db) => lockPayment(db, { id: asked })))!
      const gateway = payoutGateways(context).get(payment.gateway!)
      if (!gateway) continue
      const said = await gateway.status(orderOf(payment))
      const found = due.filter((line) => line.payment === asked).map(({ finding }) => wordOf(finding, said, gateway))
      words.set(
        asked,
        found.includes('objects') ? 'objects' : found.every((word) => word === 'agrees') ? 'agrees' : 'silent',
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return words
}
