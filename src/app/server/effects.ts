import type { CheckName, EffectName, GuardName, TransitionEffectName } from '#engine/declaration/names.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { lessFavourableThanAccepted } from '#features/deals/server/agreement/acceptedRules.ts'
import { newAcceptance, newTerms, numberTerms, signAcceptance } from '#features/deals/server/agreement/terms.ts'
import { holdAutomaticPayment } from '#features/payouts/server/holds/holds.ts'
import { syncEntryPaymentMethod } from '#features/payouts/server/payees/payee.ts'
import { movedInBeforePaid, recomputeMovedIn } from '#features/commission/server/close/onMovedInChanged.ts'
import { approveCorrection, closeCorrection } from '#features/commission/server/corrections/correction.ts'
import { markDaysOfPartner, recomputeToday } from '#features/commission/server/close/onAffiliateChanged.ts'
import { newPeriod } from '#features/commission/server/periods/makePeriods.ts'
import type { WriteStep } from '#engine/records/server/write/writeRequest.ts'
import { tellNewEmail, tellNewPerson } from '#features/accounts/server/effects/accessChanges.ts'
import { accountAddress, endPersonsSessions, wholeAffiliate } from '#features/accounts/server/effects/affiliateUser.ts'
import { allowedBrands } from '#features/accounts/server/effects/allowedBrands.ts'
import { authenticatorCode, personalCode } from '#engine/auth/server/effects/authenticatorCode.ts'
import { openApplication } from '#features/applications/server/effects/application.ts'
import { bookedCurrency } from '#features/currency/server/effects/ledgerCurrency.ts'
import type { TransitionEffect } from '#engine/records/server/transitions/transitionEffect.ts'
import type { Check, Effect, Guard } from '#engine/records/server/write/effect.ts'
import { contractIsOver } from '#features/affiliates/server/effects/contractIsOver.ts'
import { endSingleFactorSessions } from '#engine/auth/server/effects/endSessionsOfOneStep.ts'
import { endUserSessions } from '#engine/auth/server/effects/endUserSessions.ts'
import { expression } from '#features/partners/server/effects/expression.ts'
import { beginWithFeatures, featuresUnused } from '#features/accounts/server/effects/features.ts'
import { gatewayIsThere } from '#features/payouts/server/effects/gatewayIsThere.ts'
import { grantedRights } from '#features/accounts/server/effects/grantedRights.ts'
import { lastRoot } from '#features/accounts/server/effects/lastRoot.ts'
import { makePartnerLevels } from '#features/partners/server/effects/makePartnerLevels.ts'
import { notBanned } from '#features/affiliates/server/effects/notBanned.ts'
import { partnerHierarchy } from '#features/partners/server/effects/partnerHierarchy.ts'
import { partnerLevelHierarchy } from '#features/partners/server/effects/partnerLevelHierarchy.ts'
import { referralCycle } from '#features/affiliates/server/effects/referralCycle.ts'
import { reauthentication } from '#engine/auth/server/effects/reauthentication.ts'
import { redactable } from '#features/compliance/server/effects/redactable.ts'
import {
  actionDomain,
  approveSite,
  newRedirectHost,
  ownPage,
  siteHost,
} from '#features/tracking/server/effects/redirectHosts.ts'
import { rememberAuthor } from '#engine/records/server/write/rememberAuthor.ts'
import { followSignalTarget, openSignalTarget, signalTarget } from '#features/webhooks/server/effects/webhookTarget.ts'
import { mediaStays, mediaToApprove, showMedia } from '#features/media/server/approval.ts'
import { openPromoCode, promoCodeFits } from '#features/tracking/server/promoCodes/promoCodes.ts'
import { announcementStays, sendAnnouncement } from '#features/affiliates/server/announcements/announcements.ts'
import { keepSiteDecision, siteWaits } from '#features/affiliates/server/decideSite.ts'
import { suspension } from '#features/affiliates/server/effects/suspension.ts'
import { suspend, type Suspended } from '#features/affiliates/server/suspensions/suspend.ts'
import { currentBusinessTime } from '#engine/records/server/change.ts'
import type { WriteRequest } from '#engine/records/server/write/writeRequest.ts'

export { checkExpression } from '#features/partners/server/effects/expression.ts'

const checks: Readonly<Record<CheckName, Check>> = {
  partnerHierarchy,
  partnerLevelHierarchy,
  actionDomain,
  ownPage,
  notBanned,
  siteHost,
  newRedirectHost,
  allowedBrands,
  lastRoot,
  suspension,
  expression,
  bookedCurrency,
  newPeriod,
  redactable,
  gatewayIsThere,
  newTerms,
  newAcceptance,
  worseThanAccepted: lessFavourableThanAccepted,
  contractIsOver,
  referralCycle,
  signalTarget,
  accountAddress,
  wholeAffiliate,
  mediaStays,
  announcementStays,
  promoCodeFits,
  movedInBeforePaid,
  featuresUnused,
}

const effects: Readonly<Record<EffectName, Effect>> = {
  recomputeToday,
  markPartnerDays: markDaysOfPartner,
  holdAutomaticPayment,
  tellEntries: syncEntryPaymentMethod,
  endSessions: endUserSessions,
  endSessionsOfOneStep: endSingleFactorSessions,
  rememberAuthor,
  approveSite,
  makePartnerLevels,
  numberTerms,
  signAcceptance,
  openSignalTarget,
  followSignalTarget,
  endPersonsSessions,
  mediaToApprove,
  siteWaits,
  openPromoCode,
  openApplication,
  tellNewPerson,
  tellNewEmail,
  recomputeMovedIn,
  beginWithFeatures,
}

/** What is done beside decisions, by the name that `resources/transitions.ts` gives it. */
export const transitionEffects: Readonly<Record<TransitionEffectName, TransitionEffect>> = {
  keepSiteDecision,
  showMedia,
  postCorrection: approveCorrection,
  closeCorrection,
  sendAnnouncement,
}

const guards: Readonly<Record<GuardName, Guard>> = { authenticatorCode, personalCode, reauthentication }

/** Checks that no declaration may leave out: nobody grants rights beyond their own. */
const alwaysChecked: Readonly<Record<string, readonly Check[]>> = { user: [grantedRights] }

/** Runs the checks a resource names, and the ones that always hold; answers all that is wrong. */
export async function runChecks(step: WriteStep): Promise<Problem[]> {
  const problems: Problem[] = []
  const named = step.resource.checks.map((name) => checks[name])
  for (const check of [...(alwaysChecked[step.resource.name] ?? []), ...named]) problems.push(...(await check(step)))
  return problems
}

/** Runs what follows from a write, each once: the effects of a new or removed record, or of each field that changed. */
export async function runEffects(step: WriteStep): Promise<void> {
  const { created, removed, changed } = step.resource.effects
  const names =
    step.operation === 'create'
      ? created
      : step.operation === 'remove'
        ? removed
        : step.changed.flatMap((name) => changed[name] ?? [])
  for (const name of new Set(names)) await effects[name](step)
}

/** Every guard of a resource, the strictest first. */
export function declaredGuards({ effects: { guarded, guardedCreation } }: AnyResource): Guard[] {
  const named = new Set([...Object.values(guarded), ...[guardedCreation ?? []].flat()])
  const strictest: readonly GuardName[] = ['reauthentication', 'personalCode', 'authenticatorCode']
  return strictest.filter((name) => named.has(name)).map((name) => guards[name])
}

/**
 * The guards of a write that ask something of this person: of the fields it changes or brings back, or of making a
 * record at all. Else
 * what is made anew replaces
 * nothing and is not guarded.
 */
export async function askingGuards(step: WriteStep): Promise<Guard[]> {
  const { guarded, guardedCreation } = step.resource.effects
  const asked =
    step.operation === 'update'
      ? step.changed.flatMap((name) => guarded[name] ?? [])
      : step.operation === 'create'
        ? [guardedCreation ?? []].flat()
        : step.operation === 'restore'
          ? [...[guardedCreation ?? []].flat(), ...step.changed.flatMap((name) => guarded[name] ?? [])]
          : []
  const names = new Set(asked)
  const asking: Guard[] = []
  for (const name of names) if (await guards[name].isAsked(step)) asking.push(guards[name])
  return asking
}

/** Suspends a record of a resource that can be, as its button does. */
export async function suspendRecord(write: WriteRequest, id: string, reason: string): Promise<void> {
  const { transaction: db, actor, http: request, context, resource } = write
  const change = { db, actor, request, ...currentBusinessTime(context, actor) }
  await suspend(change, { object: resource.name as Suspended['object'], id: Number(id) }, reason)
}
