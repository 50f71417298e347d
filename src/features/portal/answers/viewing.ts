import type { RoleName } from '#engine/declaration/names.ts'

/** Who may look at the portal as an affiliate sees it: whoever reads in the office all that it shows. */
export const viewerRoles: readonly RoleName[] = [
  'affiliate',
  'action',
  'reward',
  'activityPerAffiliate',
  'entryByAffiliate',
  'financial',
]
