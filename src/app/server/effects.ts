import type { CheckName, EffectName, GuardName } from '../../config/names.ts'
import type { Problem } from '../../config/problems.ts'
import { worseThanAccepted } from '../money/agree/acceptedRules.ts'
import { newAcceptance, newTerms, numberTerms, signAcceptance } from '../money/agree/terms.ts'
import { holdAutomaticPayment } from '../money/pay/holds.ts'
import { tellEntries } from '../money/pay/owner.ts'
import { markDaysOfPartner, recomputeToday } from '../money/close/followAffiliate.ts'
import { newPeriod } from '../money/close/makePeriods.ts'
import type { WriteStep } from '../records/write/writeRequest.ts'
import { accountAddress, endPersonsSessions, wholeAffiliate } from './affiliateUser.ts'
import { allowedBrands } from './allowedBrands.ts'
import { authenticatorCode } from './authenticatorCode.ts'
import { openApplication } from './application.ts'
import { bookedCurrency } from './bookedCurrency.ts'
import type { Check, Effect, Guard } from '../records/write/effect.ts'
import { contractIsOver } from './contractIsOver.ts'
import { endSessionsOfOneStep } from './endSessionsOfOneStep.ts'
import { endUserSessions } from './endUserSessions.ts'
import { expression } from './expression.ts'
import { gatewayIsThere } from './gatewayIsThere.ts'
import { grantedRights } from './grantedRights.ts'
import { lastRoot } from './lastRoot.ts'
import { makePartnerLevels } from './makePartnerLevels.ts'
import { partnerHierarchy } from './partnerHierarchy.ts'
import { partnerLevelHierarchy } from './partnerLevelHierarchy.ts'
import { referralCycle } from './referralCycle.ts'
import { reauthentication } from './reauthentication.ts'
import { redactable } from './redactable.ts'
import { actionDomain, approveSite, newRedirectHost, siteHost } from './redirectHosts.ts'
import { rememberAuthor } from './rememberAuthor.ts'
import { followSignalTarget, openSignalTarget, signalTarget } from './signalTarget.ts'
import { mediaStays, mediaToApprove } from '../media/approval.ts'
import { openPromoCode, promoCodeFits } from '../promoCodes/promoCodes.ts'
import { siteWaits } from '../sites/decideSite.ts'
import { suspension } from './suspension.ts'

export { checkExpression } from './expression.ts'

const checks: Readonly<Record<CheckName, Check>> = {
  partnerHierarchy,
  partnerLevelHierarchy,
  actionDomain,
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
  worseThanAccepted,
  contractIsOver,
  referralCycle,
  signalTarget,
  accountAddress,
  wholeAffiliate,
  mediaStays,
  promoCodeFits,
}

const effects: Readonly<Record<EffectName, Effect>> = {
  recomputeToday,
  markPartnerDays: markDaysOfPartner,
  holdAutomaticPayment,
  tellEntries,
  endSessions: endUserSessions,
  endSessionsOfOneStep,
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
}

const guards: Readonly<Record<GuardName, Guard>> = { authenticatorCode, reauthentication }

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

/**
 * The guards of a write that ask something of this person: of the fields it changes, or of making a record at all. Else
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
        : []
  const names = new Set(asked)
  const asking: Guard[] = []
  for (const name of names) if (await guards[name].isAsked(step)) asking.push(guards[name])
  return asking
}
