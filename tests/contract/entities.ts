import {
  type BuiltRecord,
  buildAction,
  buildAffiliate,
  buildAffiliateUser,
  buildAffiliateSite,
  buildAffiliateTag,
  buildAnnouncement,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildMedia,
  buildPartner,
  buildPastPayment,
  buildPromoCode,
  buildRedirectHost,
  buildReward,
  buildRewardProfile,
  buildSignalTarget,
  buildSubBrand,
  buildUser,
  build,
  partnerLevelId,
} from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'

/** What a contract test needs to know of an entity that people write. */
export interface WritableEntity {
  readonly name: string
  readonly build: (client: Client, values?: Record<string, unknown>) => Promise<BuiltRecord>
  /** A text field that may hold anything, its change for updates, and the longest it may be. */
  readonly text: { readonly field: string; readonly max: number }
}

const name = (max: number) => ({ field: 'name', max })

async function buildPartnerLevel(client: Client, values: Record<string, unknown> = {}): Promise<BuiltRecord> {
  await partnerLevelId(client, 1, values.company as number | undefined)
  return build(client, 'partnerLevel', { name: `Level of ${Math.random()}`, level: 1, parent: null, ...values })
}

/** Every entity that people write, the six of the first slice first. */
export const writableEntities: readonly WritableEntity[] = [
  { name: 'brand', build: buildBrand, text: name(120) },
  { name: 'campaign', build: buildCampaign, text: name(120) },
  { name: 'affiliate', build: buildAffiliate, text: name(120) },
  { name: 'action', build: buildAction, text: name(120) },
  { name: 'reward', build: buildReward, text: name(120) },
  { name: 'rewardProfile', build: buildRewardProfile, text: name(120) },
  { name: 'company', build: buildCompany, text: name(120) },
  { name: 'affiliateTag', build: buildAffiliateTag, text: name(40) },
  { name: 'announcement', build: buildAnnouncement, text: { field: 'subject', max: 120 } },
  { name: 'redirectHost', build: buildRedirectHost, text: { field: 'reason', max: 200 } },
  { name: 'promoCode', build: buildPromoCode, text: { field: 'note', max: 300 } },
  { name: 'affiliateSite', build: buildAffiliateSite, text: { field: 'usage', max: 1000 } },
  { name: 'pastPayment', build: buildPastPayment, text: { field: 'reference', max: 80 } },
  { name: 'media', build: buildMedia, text: name(120) },
  { name: 'signalTarget', build: buildSignalTarget, text: name(120) },
  { name: 'subBrand', build: buildSubBrand, text: name(120) },
  { name: 'partnerLevel', build: buildPartnerLevel, text: name(60) },
  { name: 'partner', build: buildPartner, text: name(120) },
  { name: 'affiliateUser', build: buildAffiliateUser, text: name(120) },
  { name: 'user', build: buildUser, text: name(120) },
]

/**
 * Entities that the server alone writes; entries, periods and corrections are made by people as well, and changed by
 * what is done with them.
 */
export const readOnlyEntities = [
  'entry',
  'payment',
  'period',
  'correction',
  'signalDelivery',
  'activityLog',
  'personalRead',
] as const

/** The query of a list in the dialect of ra-data-simple-rest. */
export function listPath(
  entity: string,
  { sort, range, filter }: { sort?: unknown; range?: unknown; filter?: unknown },
): string {
  const query = Object.entries({ sort, range, filter }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${encodeURIComponent(JSON.stringify(value))}`],
  )
  return `/api/${entity}?${query.join('&')}`
}
