import { expect } from 'vitest'
import { buildAffiliate } from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { TestGateway } from '#tests/support/gateway.ts'
import { askNodes, type ToldNodes } from './toldNodes.ts'

/** Affiliates to whom 10.00 are owed, to be paid automatically. @returns their ids */
export async function owed(at: ToldNodes, count: number): Promise<number[]> {
  const made: number[] = []
  for (let each = 0; each < count; each += 1) {
    const paymentKey = `owner${Math.random().toString(36).slice(2)}@example.com`
    const keyed = { paymentType: 'automatic', paymentKeyType: 'email', paymentKey }
    made.push((await buildAffiliate(at.office.root, { brands: [at.near.brand.id], ...keyed })).id)
  }
  await askNodes(
    at,
    `insert into entry (day, affiliate, kind, value, currency, status, payment_method)
      select '2030-11-02', id, 'commission', 10, 'BRL', 'pending', 'automatic' from unnest($1::bigint[]) as id`,
    [made],
  )
  return made
}

/** The state of each payment of each owner. */
export async function statesOf(at: ToldNodes, owners: readonly number[]): Promise<string[][]> {
  const paid = await askNodes<{ affiliate: string; state: string }>(
    at,
    'select affiliate, state from payment where affiliate = any($1::bigint[])',
    [owners],
  )
  return owners.map((id) => paid.filter(({ affiliate }) => Number(affiliate) === id).map(({ state }) => state))
}

/** Waits until each of them was paid what it is owed; the gateway has paid each once, and the books say so once. */
export async function expectPaidOnce(
  { gateway, ...at }: ToldNodes & { readonly gateway: TestGateway },
  owners: readonly number[],
): Promise<void> {
  await eventually(async () => (await statesOf(at, owners)).every((states) => states.join() === 'settled'), {
    what: () => 'every payment settled',
  })
  const found = await askNodes<{ key: string; settled: number; complete: string }>(
    at,
    `select payment_key as key, (select count(*)::integer from payment_attempt
        where payment = payment.id and outcome = 'settled') as settled,
      (select sum(value)::numeric(18, 2)::text from entry
        where affiliate = payment.affiliate and status = 'complete') as complete
      from payment join payment_transfer on payment = payment.id where affiliate = any($1::bigint[])`,
    [owners],
  )
  expect(found.map(({ settled, complete }) => [settled, complete])).toEqual(owners.map(() => [1, '10.00']))
  const payouts = [...gateway.payouts.values()].map(({ key }) => key)
  expect(found.map(({ key }) => payouts.filter((each) => each === key).length)).toEqual(owners.map(() => 1))
}

/** Has the coordinator killed as the gateway has decided its nth payout: what it answers cannot be noted. */
export function killAtPayout(
  { nodes, gateway }: Pick<ToldNodes, 'nodes'> & { readonly gateway: TestGateway },
  nth: number,
): { readonly killed: Promise<void> } {
  const { promise: killed, resolve } = Promise.withResolvers<void>()
  let decided = 0
  gateway.behave(async () => {
    decided += 1
    if (decided === nth) resolve(nodes.coordinator.kill())
    if (decided >= nth) await killed
    return { outcome: 'settled' }
  })
  return { killed }
}
