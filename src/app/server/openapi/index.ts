import { accessKeyDescriptions } from './accessKeys.ts'
import { activityDescriptions } from './activity.ts'
import { applicationDescriptions } from './applications.ts'
import { bankDescriptions } from './bank.ts'
import { correctionDescriptions } from './corrections.ts'
import type { Descriptions } from './description.ts'
import { homeDescriptions } from './home.ts'
import { ledgerDescriptions } from './ledger.ts'
import { mediaDescriptions } from './media.ts'
import { moneyDescriptions } from './money.ts'
import { noteDescriptions } from './notes.ts'
import { officeDescriptions } from './office.ts'
import { payingDescriptions } from './paying.ts'
import { peopleDescriptions } from './people.ts'
import { periodDescriptions } from './periods.ts'
import { personalDescriptions } from './personal.ts'
import { riskDescriptions } from './risk.ts'
import { portalDescriptions } from './portal.ts'
import { termsDescriptions } from './terms.ts'
import { trashDescriptions } from './trash.ts'
import { signalDescriptions } from './signals.ts'
import { siteDescriptions } from './sites.ts'
import { scheduledDescriptions } from './scheduled.ts'
import { recordHeadDescriptions } from './recordHeads.ts'

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
  ...ledgerDescriptions,
  ...mediaDescriptions,
  ...moneyDescriptions,
  ...payingDescriptions,
  ...periodDescriptions,
  ...noteDescriptions,
  ...personalDescriptions,
  ...portalDescriptions,
  ...peopleDescriptions,
  ...applicationDescriptions,
  ...recordHeadDescriptions,
  ...riskDescriptions,
  ...scheduledDescriptions,
  ...siteDescriptions,
  ...signalDescriptions,
  ...termsDescriptions,
  ...trashDescriptions,
}
