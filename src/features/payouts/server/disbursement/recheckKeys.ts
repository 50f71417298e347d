import { sql } from 'kysely'
import { systemActor } from '#engine/declaration/actor.ts'
import { defaultCurrency } from '#engine/values/money.ts'
import { accountKeyType } from '#rules/payouts/payeeCountry.ts'
import type { Payee } from '#rules/payouts/payments.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { currentBusinessTime } from '#engine/records/server/change.ts'
import { answerHolds, askAgainAt, payeeIdentityDigest } from '../holds/holds.ts'
import { lockPayee } from '../payees/payee.ts'
import { readPayee } from '../payees/readPayees.ts'
import { gatewayOfCompany, payoutGateways } from './chooseGateway.ts'
import { verdictOnKeyOwner } from './keyOwnershipCheck.ts'

const actor = systemActor('payout')
/** Nobody answered, or no gateway is there to ask: asked again after so long. */
const pauseMs = 60 * 60_000

/** An owner with a hold about its key whose key is another since; others leave it alone meanwhile. */
async function claimHeld(context: AppContext): Promise<Payee | undefined> {
  const now = context.now()
  return firstRow(
    context.database.db,
    sql<Payee>`update owner_hold set recheck_at = ${timestamp(new Date(now.getTime() + pauseMs))}
      where id = (select id from owner_hold where recheck_at <= ${timestamp(now)} and released_at is null
        order by recheck_at, id limit 1 for update skip locked)
      returning owner_kind as kind, owner as id`,
  )
}

async function recheck(context: AppContext, { kind, id }: Payee): Promise<void> {
  const { db } = context.database
  const asked = { kind, id, currency: defaultCurrency }
  const owner = await readPayee({ db, at: context.now() }, asked)
  if (!owner) return askAgainAt(db, { kind, id }, null)
  const { name, document, documentType, paymentKey: key, paymentKeyType: keyType } = owner
  // Whoever has no key is paid by hand, and no gateway knows an account; a new key is asked about.
  if (!key || !keyType || keyType === accountKeyType) return askAgainAt(db, owner, null)
  const companyOf = sql<{ company: number | null }>`select company from ${sql.table(kind)} where id = ${id}::bigint`
  const { company } = (await firstRow(db, companyOf))!
  const gateway = payoutGateways(context).get(await gatewayOfCompany(context, db, company))
  if (!gateway) return
  const question = { key, keyType, name, document, documentType }
  const verdict = verdictOnKeyOwner(await gateway.checkKey(question), question)
  if (verdict.kind === 'unknown') return
  const payee = payeeIdentityDigest(owner)
  await inTransaction(db, async (transaction) => {
    const change = { db: transaction, actor, ...currentBusinessTime(context, actor) }
    await lockPayee(transaction, owner)
    const present = await readPayee(change, asked)
    // Another key by now: that one is asked about.
    if (payeeIdentityDigest(present) !== payee) return askAgainAt(transaction, owner, change.at)
    const differs = verdict.kind === 'wrong' ? verdict.differs : null
    return answerHolds(change, owner, { payee, isRight: verdict.kind === 'right', differs })
  })
}

/**
 * Asks the gateway whose the keys are of owners that are held because of their former ones: a key that is theirs ends
 * the hold, any other stays held until a person releases it.
 */
export async function recheckKeys(
  context: AppContext,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<void> {
  while (!signal?.aborted) {
    const held = await claimHeld(context)
    if (!held) return
    await recheck(context, held)
  }
}
