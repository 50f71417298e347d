/** The role keys, and the named profiles that fill them in. A profile is a starting point; the role keys decide. */
export const roleKeys = [
  'home',
  'manager',
  'user',
  'brand',
  'subBrand',
  'reward',
  'rewardProfile',
  'campaign',
  'affiliate',
  'action',
  'partner',
  'partnerLevel',
  'activityPerAffiliate',
  'entryByAffiliate',
  'paymentByAffiliate',
  'financial',
] as const
export type RoleKey = (typeof roleKeys)[number]

export const profileNames = ['Manager', 'Promoter', 'Partner'] as const
export type ProfileName = (typeof profileNames)[number]

/** What each profile may do from the start. */
export const profiles: Readonly<Record<ProfileName, readonly RoleKey[]>> = {
  Manager: roleKeys,
  Promoter: ['home', 'campaign', 'affiliate', 'action', 'activityPerAffiliate'],
  Partner: ['home', 'activityPerAffiliate', 'entryByAffiliate'],
}

/** Who of the staff may look at the portal as an affiliate sees it: whoever reads in the office all that it shows. */
export const portalViewerRoles: readonly RoleKey[] = [
  'affiliate',
  'action',
  'reward',
  'activityPerAffiliate',
  'entryByAffiliate',
  'financial',
]

declare module '#engine/declaration/names.ts' {
  interface ConfigurationNames {
    role: RoleKey
  }
}
