/**
 * Pages that are no resource's list or form and no report: where each is, who may open it, and beside which lists a link
 * leads to it. Pure, so that menus, lists and the palette can name them without loading them.
 */
import { type Actor, seesPart } from '#engine/declaration/actor.ts'
import { isSwitchedOn, type OfFeature } from '#engine/declaration/feature.ts'

/** Who opens a page. */
export type PageReader = Pick<Actor, 'kind' | 'root' | 'roles' | 'partner' | 'manager' | 'switchedOff'>

const holdsAll =
  (...roles: readonly string[]) =>
  (reader: PageReader) =>
    reader.root || roles.every((role) => (reader.roles as ReadonlySet<string>).has(role))

/** A page of this table. Its title is `moneyPages.{name}.title`. */
export interface DeclaredPage extends OfFeature {
  readonly path: string
  readonly isFor: (reader: PageReader) => boolean
  /** Lists that link to it beside their title. */
  readonly besideLists?: readonly string[]
}

/** The pages as they are declared. */
export const declaredPages = {
  feeds: { path: '/registers/brand/feeds', isFor: holdsAll('brand'), besideLists: ['brand'] },
  geolocation: { path: '/registers/action/geolocation', isFor: holdsAll('action'), besideLists: ['action'] },
  linkMisses: {
    path: '/registers/action/misses',
    isFor: (reader) => !seesPart(reader) && holdsAll('action')(reader),
    besideLists: ['action'],
  },
  features: { path: '/management/features', isFor: ({ root }) => root, besideLists: ['company'] },
  jobs: { path: '/management/jobs', isFor: ({ root }) => root, besideLists: ['activityLog'] },
  ledger: {
    path: '/financial/ledger',
    feature: 'ledger',
    isFor: holdsAll('financial'),
    besideLists: ['payment', 'period'],
  },
  migration: {
    path: '/management/migration',
    feature: 'moving',
    isFor: holdsAll('affiliate', 'brand'),
    besideLists: ['brand'],
  },
  payments: {
    path: '/financial/affiliate/payment',
    isFor: holdsAll('paymentByAffiliate', 'financial'),
    besideLists: ['entry', 'payment'],
  },
  reconciliation: {
    path: '/financial/reconciliation',
    feature: 'reconciliation',
    isFor: holdsAll('paymentByAffiliate', 'financial'),
    besideLists: ['payment'],
  },
  trace: { path: '/reports/trace', isFor: holdsAll('activityPerAffiliate'), besideLists: ['brand', 'entry'] },
  risk: { path: '/management/risk', feature: 'risk', isFor: holdsAll('financial', 'affiliate') },
  studio: { path: '/studio', isFor: ({ root }) => root },
  statement: { path: '/financial/statement', feature: 'statements', isFor: holdsAll('entryByAffiliate') },
  taxes: { path: '/financial/taxes', feature: 'withholding', isFor: holdsAll('financial') },
  unattributed: {
    path: '/registers/brand/unattributed',
    besideLists: ['brand'],
    isFor: (reader) => !seesPart(reader) && (reader.root || reader.roles.has('brand') || reader.roles.has('manager')),
  },
} as const satisfies Readonly<Record<string, DeclaredPage>>

/** The name of one of {@link pages}. */
export type PageName = keyof typeof declaredPages

/** The pages, by name; one of a feature is for nobody whose company switched that off. */
export const pages = Object.fromEntries(
  Object.entries<DeclaredPage>(declaredPages).map(([name, page]) => [
    name,
    { ...page, isFor: (reader: PageReader) => isSwitchedOn(reader, page) && page.isFor(reader) },
  ]),
) as Readonly<Record<PageName, DeclaredPage>>
