/**
 * The navigation: groups in order, entries in order. An entry shows to whoever holds all its roles; a group without
 * entries is hidden. The specification's entries come first; every further page stands beside them under a title.
 */
import { overlayInForce } from '#lib/overlay/inForce.ts'
import { overlaidMenu } from '#engine/declaration/overlay/overlay.ts'
import type { RoleKey } from './roles.ts'

export interface MenuEntry {
  /** The label's key, `menu.entries.{name}`. */
  readonly name: string
  readonly path: string
  readonly roles: readonly RoleKey[]
  /** Only the root user sees it. */
  readonly root?: boolean
  /** The title it stands under, `menu.titles.{under}`; without one it is in the group's first column. */
  readonly under?: string
  /** A grey line below the name says what the page is for, `menu.hints.{name}`. */
  readonly hint?: boolean
}

const declared = {
  principal: [{ name: 'home', path: '/home', roles: ['home'], hint: true }],
  registers: [
    { name: 'brand', path: '/registers/brand/list', roles: ['brand'] },
    { name: 'subBrand', path: '/registers/subBrand/list', roles: ['subBrand'] },
    { name: 'reward', path: '/registers/reward/list', roles: ['reward'], hint: true },
    { name: 'rewardProfile', path: '/registers/reward/profile/list', roles: ['rewardProfile'], hint: true },
    { name: 'user', path: '/registers/user/list', roles: ['user'] },
    { name: 'company', path: '/registers/company/list', roles: [], root: true, under: 'company', hint: true },
    { name: 'redirectHost', path: '/registers/redirectHost/list', roles: ['brand'], under: 'brands' },
    { name: 'terms', path: '/registers/terms/list', roles: ['rewardProfile'], under: 'agreement' },
    { name: 'termsAcceptance', path: '/registers/termsAcceptance/list', roles: ['affiliate'], under: 'agreement' },
  ],
  advertising: [
    { name: 'campaign', path: '/registers/campaign/list', roles: ['campaign'] },
    { name: 'affiliate', path: '/registers/affiliate/list', roles: ['affiliate'] },
    { name: 'action', path: '/registers/action/list', roles: ['action'], hint: true },
    { name: 'partnerLevel', path: '/registers/partnerLevel/list', roles: ['partnerLevel'] },
    { name: 'application', path: '/registers/application/list', roles: ['affiliate'], under: 'promoters' },
    { name: 'affiliateSite', path: '/registers/affiliate_site/list', roles: ['affiliate'], under: 'promoters' },
    { name: 'affiliateUser', path: '/registers/affiliateUser/list', roles: ['affiliate'], under: 'promoters' },
    { name: 'announcement', path: '/registers/announcement/list', roles: ['affiliate'], under: 'promoters' },
    { name: 'affiliateTag', path: '/registers/affiliateTag/list', roles: ['affiliate'], under: 'promoters' },
    { name: 'partner', path: '/registers/partner/list', roles: ['partner'], under: 'partners' },
    { name: 'hierarchy', path: '/registers/partner/hierarchy', roles: ['partner'], under: 'partners' },
    { name: 'media', path: '/registers/media/list', roles: ['campaign'], under: 'means' },
    { name: 'promoCode', path: '/registers/promo_code/list', roles: ['action'], under: 'means' },
    { name: 'geolocation', path: '/registers/action/geolocation', roles: ['action'], under: 'means' },
  ],
  financial: [
    {
      name: 'paymentByAffiliate',
      path: '/financial/affiliate/payment',
      roles: ['paymentByAffiliate', 'financial'],
      hint: true,
    },
    { name: 'entries', path: '/financial/entries', roles: ['entryByAffiliate'], hint: true },
    { name: 'payment', path: '/financial/payment', roles: ['financial'], under: 'pay' },
    {
      name: 'reconciliation',
      path: '/financial/reconciliation',
      roles: ['paymentByAffiliate', 'financial'],
      under: 'pay',
    },
    { name: 'taxes', path: '/financial/taxes', roles: ['financial'], under: 'pay' },
    { name: 'period', path: '/financial/period', roles: ['financial'], under: 'close' },
    { name: 'correction', path: '/financial/correction', roles: ['financial'], under: 'close' },
    { name: 'statement', path: '/financial/statement', roles: ['entryByAffiliate'], under: 'prove' },
    { name: 'ledger', path: '/financial/ledger', roles: ['financial'], under: 'prove' },
    { name: 'pastPayment', path: '/financial/past_payment', roles: ['financial'], under: 'prove' },
  ],
  reports: [
    { name: 'affiliateActivity', path: '/reports/affiliate/activity', roles: ['activityPerAffiliate'] },
    { name: 'affiliateDetail', path: '/reports/affiliate/detail', roles: [] },
    { name: 'generalV2', path: '/reports/general/v2', roles: [] },
    { name: 'partners', path: '/reports/partners', roles: [] },
    { name: 'lottery', path: '/reports/lottery', roles: [] },
    { name: 'cpa', path: '/reports/cpa', roles: [] },
    { name: 'cohorts', path: '/reports/cohorts', roles: ['activityPerAffiliate'], under: 'otherReports' },
    { name: 'affiliates', path: '/reports/affiliates', roles: ['activityPerAffiliate'], under: 'otherReports' },
    { name: 'movement', path: '/reports/movement', roles: ['activityPerAffiliate'], under: 'otherReports' },
    { name: 'subIds', path: '/reports/subIds', roles: ['activityPerAffiliate'], under: 'otherReports' },
  ],
  management: [
    { name: 'activityLog', path: '/management/sys_activity_log', roles: [], root: true, hint: true },
    { name: 'migration', path: '/management/migration', roles: ['affiliate', 'brand'], under: 'data' },
    { name: 'feeds', path: '/registers/brand/feeds', roles: ['brand'], under: 'data' },
    { name: 'signalTarget', path: '/management/signal_target', roles: ['manager'], under: 'integrations' },
    { name: 'signalDelivery', path: '/management/signal_delivery', roles: ['manager'], under: 'integrations' },
    { name: 'risk', path: '/management/risk', roles: ['financial', 'affiliate'], under: 'security' },
    { name: 'personalRead', path: '/management/personal_read', roles: [], root: true, under: 'security' },
    { name: 'features', path: '/management/features', roles: [], root: true, under: 'system', hint: true },
    { name: 'jobs', path: '/management/jobs', roles: [], root: true, under: 'system' },
    { name: 'studio', path: '/studio', roles: [], root: true, under: 'system', hint: true },
  ],
} as const satisfies Record<string, readonly MenuEntry[]>

/** The groups with their entries, in the order that product owners gave them. */
export const menu = overlaidMenu(declared, overlayInForce)

export type MenuGroup = keyof typeof menu
type Entry = (typeof menu)[MenuGroup][number]
export type MenuEntryName = Entry['name']
/** The titles that further pages stand under. */
export type MenuTitle = Extract<Entry, { under: string }>['under']
/** The entries whose page is explained in a line. */
export type HintedEntry = Extract<Entry, { hint: true }>['name']
