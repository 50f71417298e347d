import { accessKeyDescriptions } from '#engine/auth/server/accessKeys/documentation.ts'
import { activityDescriptions } from '#features/activity/server/documentation.ts'
import { applicationDescriptions } from '#features/applications/server/documentation.ts'
import { bankDescriptions } from '#features/reconciliation/server/documentation.ts'
import { correctionDescriptions } from '#features/commission/server/corrections/documentation.ts'
import type { Descriptions } from '#engine/server/openapi/description.ts'
import { homeDescriptions } from '#features/home/server/documentation.ts'
import { importDescriptions } from '#engine/imports/server/documentation.ts'
import { ledgerDescriptions } from '#features/ledger/server/documentation.ts'
import { liveSheetDescriptions } from '#features/reporting/server/liveSheets/documentation.ts'
import { mediaDescriptions } from '#features/media/server/documentation.ts'
import { moneyDescriptions } from '#features/commission/server/documentation.ts'
import { trialDescriptions } from '#features/commission/server/trialDocumentation.ts'
import { noteDescriptions } from '#engine/notes/server/documentation.ts'
import { officeDescriptions } from './office.ts'
import { payingDescriptions } from '#features/payouts/server/documentation.ts'
import { peopleDescriptions } from '#features/accounts/server/documentation.ts'
import { periodDescriptions } from '#features/commission/server/periods/documentation.ts'
import { programDescriptions } from '#engine/auth/server/oauth/documentation.ts'
import { personalDescriptions } from '#features/compliance/server/documentation.ts'
import { riskDescriptions } from '#features/risk/server/documentation.ts'
import { portalDescriptions } from '#features/portal/server/documentation.ts'
import { studioDescriptions } from '#engine/studio/server/documentation.ts'
import { termsDescriptions } from '#features/deals/server/agreement/documentation.ts'
import { trashDescriptions } from '#engine/records/server/trash/documentation.ts'
import { signalDescriptions } from '#features/webhooks/server/documentation.ts'
import { siteDescriptions } from '#features/affiliates/server/documentation.ts'
import { scheduledDescriptions } from '#features/deals/server/scheduledVersions/documentation.ts'
import { recordHeadDescriptions } from '#engine/server/openapi/recordHeads.ts'

/**
 * Every route that parses its request itself, by method and path. A test finds what is missing and what is left over.
 */
export const descriptions: Descriptions = {
  ...officeDescriptions,
  ...accessKeyDescriptions,
  ...activityDescriptions,
  ...bankDescriptions,
  ...correctionDescriptions,
  ...homeDescriptions,
  ...importDescriptions,
  ...ledgerDescriptions,
  ...liveSheetDescriptions,
  ...mediaDescriptions,
  ...moneyDescriptions,
  ...trialDescriptions,
  ...payingDescriptions,
  ...periodDescriptions,
  ...noteDescriptions,
  ...personalDescriptions,
  ...programDescriptions,
  ...portalDescriptions,
  ...peopleDescriptions,
  ...applicationDescriptions,
  ...recordHeadDescriptions,
  ...riskDescriptions,
  ...scheduledDescriptions,
  ...siteDescriptions,
  ...signalDescriptions,
  ...studioDescriptions,
  ...termsDescriptions,
  ...trashDescriptions,
}
