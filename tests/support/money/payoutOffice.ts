import { sql } from 'kysely'
import type { AppContext } from '#engine/server/context.ts'
import { buildAffiliate, buildBrand, buildCompany, buildPartner, type BuiltRecord } from '../builders.ts'
import { startGateway, type TestGateway } from '../gateway.ts'
import { type Client, openOffice, rootCredentials, signInAs, type Office } from '../office.ts'

/** A server with a clock that the test turns, and what payments are made from. */
export interface PayoutOffice extends Office {
  readonly context: AppContext
  readonly gateway: TestGateway | null
  /** Turns the clock on. */
  pass(time: { seconds?: number; minutes?: number; hours?: number }): void
  /** The root user, with a session that holds at the present moment of the clock. */
  asRoot(): Promise<Client>
  /** An affiliate that can be paid automatically. */
  owner(values?: Record<string, unknown>): Promise<BuiltRecord>
  /** A partner that can be paid automatically. */
  payablePartner(values?: Record<string, unknown>): Promise<BuiltRecord>
  /** A pending commission entry of a past day, of an affiliate where nothing else is said. @returns its id */
  entry(
    owner: number,
    value: string,
    values?: { day?: string; kind?: 'affiliate' | 'partner'; currency?: string },
  ): Promise<number>
  /** Everything the tests look at of an owner's payments, oldest first. */
  payments(
    owner: number,
    kind?: 'affiliate' | 'partner',
  ): Promise<{ id: number; state: string; value: string; transferId: string; awaitsApproval: boolean }[]>
  statusOf(entry: number): Promise<string>
}

/** After the real present moment, which is what the database gives to new records. */
const outset = Date.parse('2030-03-10T12:00:00Z')
let nextDay = 0

/**
 * @param options.withGateway the HTTP adapter with a gateway program; else the sandbox
 * @param options.variables what this test sets otherwise, as the operator would
 */
export async function openPayoutOffice({
  withGateway = false,
  variables = {},
}: { withGateway?: boolean; variables?: Record<string, string> } = {}): Promise<PayoutOffice> {
  let at = outset
  const now = () => new Date(at)
  const gateway = withGateway ? await startGateway({ now }) : null
  const office = await openOffice({
    now,
    variables: {
      ...variables,
      ...(gateway ? { PAYOUT_GATEWAY_URL: gateway.url, PAYOUT_GATEWAY_SECRET: gateway.secret } : {}),
    },
  })
  const { db } = office.database
  let company: BuiltRecord | undefined
  const keyed = (values: Record<string, unknown>) => ({
    paymentType: 'automatic',
    paymentKeyType: 'email',
    paymentKey: `someone${(nextDay += 1)}@example.com`,
    ...values,
  })
  return {
    ...office,
    gateway,
    context: { database: office.database, environment: office.environment, now },
    pass({ seconds = 0, minutes = 0, hours = 0 }) {
      at += ((hours * 60 + minutes) * 60 + seconds) * 1000
    },
    asRoot: () => signInAs(office.app, rootCredentials),
    async owner(values = {}) {
      const root = await signInAs(office.app, rootCredentials)
      company ??= await buildCompany(root)
      const brands = values.brands ?? [(await buildBrand(root, { company: company.id })).id]
      return buildAffiliate(root, { ...keyed(values), brands })
    },
    payablePartner: async (values = {}) => buildPartner(await signInAs(office.app, rootCredentials), keyed(values)),
    async entry(owner, value, { day, kind = 'affiliate', currency = 'BRL' } = {}) {
      const past = day ?? new Date(outset - ((nextDay += 1) + 1) * 86_400_000).toISOString().slice(0, 10)
      const {
        rows: [row],
      } = await sql<{
        id: number
      }>`insert into entry (day, ${sql.id(kind)}, kind, value, currency, status, payment_method)
        values (${past}::text::date, ${owner}, 'commission', ${value}::text::numeric, ${currency}, 'pending',
          'automatic') returning id`.execute(db)
      return row!.id
    },
    async payments(owner, kind = 'affiliate') {
      const { rows } = await sql<{
        id: number
        state: string
        value: string
        transferId: string
        awaitsApproval: boolean
      }>`select payment.id, payment.state, payment.value,
          transfer.transfer_id::text as "transferId", payment.awaits_approval as "awaitsApproval"
        from payment left join payment_transfer transfer on transfer.payment = payment.id
          where ${sql.ref(`payment.${kind}`)} = ${owner} order by payment.id`.execute(db)
      return rows
    },
    async statusOf(entry) {
      const {
        rows: [row],
      } = await sql<{ status: string }>`select status from entry where id = ${entry}`.execute(db)
      return row!.status
    },
    async close() {
      await office.close()
      await gateway?.close()
    },
  }
}
