/**
 * Pages about money and activity that are no resource's and no report's: where each is and who may open it. Pure, so
 * that the palette can name them without loading them.
 */
import type { Actor } from '#engine/declaration/actor.ts'

type Reader = Pick<Actor, 'kind' | 'root' | 'roles' | 'partner'>

const holdsAll =
  (...roles: readonly string[]) =>
  (reader: Reader) =>
    reader.root || roles.every((role) => (reader.roles as ReadonlySet<string>).has(role))

/** One of these pages. Its title is `moneyPages.{name}.title`. */
export interface MoneyPage {
  readonly path: string
  readonly isFor: (reader: Reader) => boolean
}

/** Every one of them, by name. */
export const moneyPages = {
  feeds: { path: '/registers/brand/feeds', isFor: holdsAll('brand') },
  geolocation: { path: '/registers/action/geolocation', isFor: holdsAll('action') },
  jobs: { path: '/management/jobs', isFor: ({ root }) => root },
  ledger: { path: '/financial/ledger', isFor: holdsAll('financial') },
  payments: { path: '/financial/affiliate/payment', isFor: holdsAll('paymentByAffiliate', 'financial') },
  reconciliation: { path: '/financial/reconciliation', isFor: holdsAll('paymentByAffiliate', 'financial') },
  trace: { path: '/reports/trace', isFor: holdsAll('activityPerAffiliate') },
  risk: { path: '/management/risk', isFor: holdsAll('financial', 'affiliate') },
  statement: { path: '/financial/statement', isFor: holdsAll('entryByAffiliate') },
  taxes: { path: '/financial/taxes', isFor: holdsAll('financial') },
  unattributed: {
    path: '/registers/brand/unattributed',
    isFor: (reader) =>
      reader.partner === null && (reader.root || reader.roles.has('brand') || reader.roles.has('manager')),
  },
} as const satisfies Readonly<Record<string, MoneyPage>>

/** The name of one of {@link moneyPages}. */
export type MoneyPageName = keyof typeof moneyPages

/** The pages this person may open. */
export function moneyPagesFor(reader: Reader): { readonly name: MoneyPageName; readonly path: string }[] {
  return (Object.entries(moneyPages) as [MoneyPageName, MoneyPage][])
    .filter(([, page]) => page.isFor(reader))
    .map(([name, { path }]) => ({ name, path }))
}
