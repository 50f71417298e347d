/**
 * The navigation: groups in order, entries in order. An entry shows to whoever holds all its roles; a group without
 * entries is hidden.
 */
import type { RoleKey } from './roles.ts'

export interface MenuEntry {
  /** The label's key, `menu.entries.{name}`. */
  readonly name: string
  readonly path: string
  readonly roles: readonly RoleKey[]
  /** Only the root user sees it. */
  readonly root?: boolean
}

export const menu = {
  principal: [{ name: 'home', path: '/home', roles: ['home'] }],
  registers: [
    { name: 'brand', path: '/registers/brand/list', roles: ['brand'] },
    { name: 'subBrand', path: '/registers/subBrand/list', roles: ['subBrand'] },
    { name: 'reward', path: '/registers/reward/list', roles: ['reward'] },
    { name: 'rewardProfile', path: '/registers/reward/profile/list', roles: ['rewardProfile'] },
    { name: 'user', path: '/registers/user/list', roles: ['user'] },
  ],
  advertising: [
    { name: 'campaign', path: '/registers/campaign/list', roles: ['campaign'] },
    { name: 'affiliate', path: '/registers/affiliate/list', roles: ['affiliate'] },
    { name: 'action', path: '/registers/action/list', roles: ['action'] },
    { name: 'partnerLevel', path: '/registers/partnerLevel/list', roles: ['partnerLevel'] },
  ],
  financial: [
    { name: 'paymentByAffiliate', path: '/financial/affiliate/payment', roles: ['paymentByAffiliate', 'financial'] },
    { name: 'entries', path: '/financial/entries', roles: ['entryByAffiliate'] },
  ],
  reports: [
    { name: 'affiliateActivity', path: '/reports/affiliate/activity', roles: ['activityPerAffiliate'] },
    { name: 'affiliateDetail', path: '/reports/affiliate/detail', roles: [] },
    { name: 'generalV2', path: '/reports/general/v2', roles: [] },
    { name: 'partners', path: '/reports/partners', roles: [] },
    { name: 'lottery', path: '/reports/lottery', roles: [] },
    { name: 'cpa', path: '/reports/cpa', roles: [] },
  ],
  management: [{ name: 'activityLog', path: '/management/sys_activity_log', roles: [], root: true }],
  // The specification's menu is above, as it is there. What else has a page of its own stands apart from it.
  more: [
    { name: 'company', path: '/registers/company/list', roles: [], root: true },
    { name: 'partner', path: '/registers/partner/list', roles: ['partner'] },
    { name: 'hierarchy', path: '/registers/partner/hierarchy', roles: ['partner'] },
    { name: 'redirectHost', path: '/registers/redirectHost/list', roles: ['brand'] },
    { name: 'promoCode', path: '/registers/promo_code/list', roles: ['action'] },
    { name: 'affiliateSite', path: '/registers/affiliate_site/list', roles: ['affiliate'] },
    { name: 'media', path: '/registers/media/list', roles: ['campaign'] },
    { name: 'terms', path: '/registers/terms/list', roles: ['rewardProfile'] },
    { name: 'termsAcceptance', path: '/registers/termsAcceptance/list', roles: ['affiliate'] },
    { name: 'application', path: '/registers/application/list', roles: ['affiliate'] },
    { name: 'affiliateUser', path: '/registers/affiliateUser/list', roles: ['affiliate'] },
    { name: 'feeds', path: '/registers/brand/feeds', roles: ['brand'] },
    { name: 'geolocation', path: '/registers/action/geolocation', roles: ['action'] },
    { name: 'subIds', path: '/reports/subIds', roles: ['activityPerAffiliate'] },
    { name: 'payment', path: '/financial/payment', roles: ['financial'] },
    { name: 'period', path: '/financial/period', roles: ['financial'] },
    { name: 'correction', path: '/financial/correction', roles: ['financial'] },
    { name: 'statement', path: '/financial/statement', roles: ['entryByAffiliate'] },
    { name: 'ledger', path: '/financial/ledger', roles: ['financial'] },
    { name: 'taxes', path: '/financial/taxes', roles: ['financial'] },
    { name: 'risk', path: '/management/risk', roles: ['financial', 'affiliate'] },
    { name: 'reconciliation', path: '/financial/reconciliation', roles: ['paymentByAffiliate', 'financial'] },
    { name: 'affiliates', path: '/reports/affiliates', roles: ['activityPerAffiliate'] },
    { name: 'movement', path: '/reports/movement', roles: ['activityPerAffiliate'] },
    { name: 'signalTarget', path: '/management/signal_target', roles: ['manager'] },
    { name: 'signalDelivery', path: '/management/signal_delivery', roles: ['manager'] },
    { name: 'personalRead', path: '/management/personal_read', roles: [], root: true },
    { name: 'jobs', path: '/management/jobs', roles: [], root: true },
  ],
} as const satisfies Record<string, readonly MenuEntry[]>

export type MenuGroup = keyof typeof menu
export type MenuEntryName = (typeof menu)[MenuGroup][number]['name']
