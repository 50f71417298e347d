import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { gateways as declared } from '#resources/gateways.ts'
import type { Gateways } from '#engine/declaration/gateway.ts'
import { isPaidToAccount } from '#rules/payouts/payeeCountry.ts'
import { payeeOf } from '#rules/payouts/payments.ts'
import type { AppContext } from '#engine/server/context.ts'
import type { LockedPayment } from '../payments/payment.ts'
import { httpGateway } from './httpGateway.ts'
import type { PayoutGateway } from './payoutGateway.ts'
import { sandboxGateway, sandboxName } from './sandboxGateway.ts'

/** The gateways that a server can pay through, by name; the first is that of whoever has chosen none. */
type GatewaySet = ReadonlyMap<string, PayoutGateway>

const known = new WeakMap<AppContext, GatewaySet>()
/** Nobody outside signs as the sandbox: where the operator gave no secret, each process makes its own. */
const ownSecret = randomBytes(32).toString('base64url')

/** What payments to IBANs are sent by: a file, which no gateway takes (`files/paymentFiles.ts`). */
export const accountGateway = 'file'

/** The secret of a sandbox's webhooks. */
export function sandboxSecret({ environment }: Pick<AppContext, 'environment'>): string {
  return environment.payoutGatewaySecret ?? ownSecret
}

/** Settings that belong to no gateway are a mistake: somebody believes that payments go there. */
function refuseStray({ environment }: AppContext): void {
  const settings = Object.values<Gateways[string]>(declared).map((gateway) => gateway.settings)
  const stray = Object.keys(environment.payoutGateways).find((name) => !settings.includes(name))
  if (stray === undefined) return
  throw new Error(
    `${stray}_URL is set, but no gateway has these settings. There are: ${settings.join(', ')} (resources/gateways.ts).`,
  )
}

function make(context: AppContext): GatewaySet {
  refuseStray(context)
  const { environment, database, now } = context
  const found = Object.entries<Gateways[string]>(declared).flatMap(([name, { settings }]) => {
    const given = environment.payoutGateways[settings]
    return given ? [[name, httpGateway({ name, settings, ...given, now })] as const] : []
  })
  if (found.length > 0) return new Map(found)
  return new Map([[sandboxName, sandboxGateway({ db: database.db, secret: sandboxSecret(context), now })]])
}

/**
 * The gateways of this server: those that the operator gave settings for, else the sandbox alone.
 * @throws Error naming the remedy where an address cannot be used, or belongs to no gateway
 */
export function payoutGateways(context: AppContext): ReadonlyMap<string, PayoutGateway> {
  const before = known.get(context)
  if (before) return before
  const gateways = make(context)
  known.set(context, gateways)
  return gateways
}

/**
 * The name of the gateway through which a payment goes: the one that took it, else the one that its owner's company
 * chose, else the first. It may be one of which this server has no settings: then nothing is sent, and nothing through
 * another one.
 */
export async function gatewayOf(context: AppContext, db: Kysely<any>, payment: LockedPayment): Promise<string> {
  if (payment.gateway !== null) return payment.gateway
  const { kind, id } = payeeOf(payment)
  const { rows } = await sql<{ company: number | null; country: string | null }>`select company, country
    from ${sql.table(kind)} where id = ${id}`.execute(db)
  if (isPaidToAccount(rows[0]?.country)) return accountGateway
  return gatewayOfCompany(context, db, rows[0]?.company ?? null)
}

/** The name of the gateway that a company chose, else the first. */
export async function gatewayOfCompany(context: AppContext, db: Kysely<any>, company: number | null): Promise<string> {
  const { rows } = await sql<{ gateway: string | null }>`select gateway from company
    where id = ${company}::bigint`.execute(db)
  return rows[0]?.gateway ?? [...payoutGateways(context).keys()][0]!
}
