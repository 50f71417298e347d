/** Every entity of the product, in the order in which one builds on another. */
import './effects.ts'
import { overlayInForce } from '#lib/overlay/inForce.ts'
import { overlaidResources } from '#engine/declaration/overlay/overlay.ts'
import { action } from './action.ts'
import { activityLog } from './activityLog.ts'
import { affiliate } from './affiliate.ts'
import { affiliateUser } from './affiliateUser.ts'
import { affiliateTag } from './affiliateTag.ts'
import { announcement } from './announcement.ts'
import { affiliateSite } from './affiliateSite.ts'
import { application } from './application.ts'
import { brand } from './brand.ts'
import { campaign } from './campaign.ts'
import { company } from './company.ts'
import { correction } from './correction.ts'
import { entry } from './entry.ts'
import { media } from './media.ts'
import { partner } from './partner.ts'
import { partnerLevel } from './partnerLevel.ts'
import { pastPayment } from './pastPayment.ts'
import { payment } from './payment.ts'
import { period } from './period.ts'
import { personalRead } from './personalRead.ts'
import { promoCode } from './promoCode.ts'
import { redirectHost } from './redirectHost.ts'
import { reward } from './reward.ts'
import { rewardProfile } from './rewardProfile.ts'
import { signalDelivery } from './signalDelivery.ts'
import { signalTarget } from './signalTarget.ts'
import { subBrand } from './subBrand.ts'
import { terms } from './terms.ts'
import { termsAcceptance } from './termsAcceptance.ts'
import { user } from './user.ts'

const declared = {
  company,
  brand,
  reward,
  rewardProfile,
  partnerLevel,
  partner,
  user,
  affiliate,
  affiliateTag,
  affiliateSite,
  redirectHost,
  subBrand,
  campaign,
  action,
  promoCode,
  media,
  terms,
  termsAcceptance,
  affiliateUser,
  application,
  announcement,
  entry,
  payment,
  pastPayment,
  period,
  correction,
  signalTarget,
  signalDelivery,
  activityLog,
  personalRead,
} as const

/** The entities, with what product owners laid over them. */
export const resources = overlaidResources(declared, overlayInForce)

export type Resources = typeof resources
export type ResourceName = keyof Resources
