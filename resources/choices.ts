/**
 * Every closed list of values. Labels are in the choices file of each locale; the API serves each under its snake case
 * (`/api/document_type`).
 */
import { featureNames } from './features.ts'
import { languageKeys } from '#locales/languages.ts'
import { defineChoices } from '#engine/declaration/choices.ts'
import type { Signals } from '#engine/declaration/webhook.ts'
import { amountKinds } from '#rules/commission/rewardRules.ts'
import {
  calculations,
  carryOvers,
  productTypes,
  subTypes,
  tierModes,
  triggerConditions,
  triggerOperations,
} from '#rules/commission/constants.ts'
import {
  bandFacts,
  capBeyonds,
  capMeasures,
  capPeriods,
  carriedParts,
  clawBacks,
  comparators,
  conditionFacts,
  conditionJoins,
  conditionSpans,
  cpaPlayerShares,
  deductionBases,
  deductionKinds,
  boundFacts,
  feeRhythms,
  minimumBegins,
  minimumLasts,
  playerCeilingBases,
  playerCeilings,
  playerCeilingSpans,
  nettingScopes,
  minimumComparators,
  minimumFacts,
  minimumMisses,
  referralBases,
  tierFacts,
  tierSpans,
  tierWithouts,
  periodFacts,
  quarantineBys,
  quarantineWhens,
  windowStarts,
  windowUnits,
} from '#rules/deals/constants.ts'
import { products } from '#rules/activity/measures.ts'
import { periodCalendars, periodStates } from '#rules/accountingPeriods.ts'
import { applicationStates } from '#rules/applications.ts'
import { correctionStates } from '#rules/corrections.ts'
import { documentTypes } from '#engine/values/documents/documents.ts'
import { bookableCurrencies, unbookableCurrencies } from '#engine/values/currencies.ts'
import { paymentKeyTypes } from '#engine/values/documents/paymentKeys.ts'
import { entryKinds, entryStatuses, paymentStates, paymentTypes } from '#rules/payouts/payments.ts'
import { payRhythms } from '#rules/payouts/payCalendar.ts'
import { attributedBys, clicksCounted } from '#rules/activity/attribution.ts'
import { afterEnds } from '#rules/contractEnd.ts'
import { promoCodeStates } from '#rules/promoCodes.ts'
import { siteKinds, siteStates } from '#rules/sites.ts'
import { announcementStates } from '#rules/announcements.ts'
import { mediaKinds, mediaStates } from '#rules/media.ts'
import { deliveryStates, signalKinds, targetStates } from '#rules/webhooks.ts'
import { periodPresets } from '#engine/values/periodPresets.ts'
import { repetitions, weekdays } from '#engine/values/repetition.ts'
import { gatewayNames } from './gateways.ts'
import { profileNames, roleKeys } from './roles.ts'
import { signalNames, signals } from './signals.ts'

export const documentType = defineChoices('documentType', documentTypes)
export const paymentType = defineChoices('paymentType', paymentTypes)
export const paymentKeyType = defineChoices('paymentKeyType', paymentKeyTypes)
export const productType = defineChoices('productType', productTypes)
export const subType = defineChoices('subType', subTypes)
export const calculation = defineChoices('calculation', calculations)
export const tierMode = defineChoices('tierMode', tierModes)
export const triggerCondition = defineChoices('triggerCondition', triggerConditions)
export const triggerOperation = defineChoices('triggerOperation', triggerOperations)
export const conditionJoin = defineChoices('conditionJoin', conditionJoins)
export const conditionFact = defineChoices('conditionFact', conditionFacts)
export const conditionSpan = defineChoices('conditionSpan', conditionSpans)
export const conditionProduct = defineChoices('conditionProduct', products)
export const comparator = defineChoices('comparator', comparators)
export const windowUnit = defineChoices('windowUnit', windowUnits)
export const windowStart = defineChoices('windowStart', windowStarts)
export const clawBack = defineChoices('clawBack', clawBacks)
export const capPeriod = defineChoices('capPeriod', capPeriods)
export const capMeasure = defineChoices('capMeasure', capMeasures)
export const capBeyond = defineChoices('capBeyond', capBeyonds)
export const deductionKind = defineChoices('deductionKind', deductionKinds)
/** What an amount of a reward is for, where another currency has another one. */
export const amountKind = defineChoices('amountKind', amountKinds)
export const deductionBase = defineChoices('deductionBase', deductionBases)
export const quarantineWhen = defineChoices('quarantineWhen', quarantineWhens)
export const playerCeilingBase = defineChoices('playerCeilingBase', playerCeilingBases)
export const playerCeilingSpan = defineChoices('playerCeilingSpan', playerCeilingSpans)
export const tierWithout = defineChoices('tierWithout', tierWithouts)
export const quarantineBy = defineChoices('quarantineBy', quarantineBys)
export const minimumFact = defineChoices('minimumFact', minimumFacts)
export const periodFact = defineChoices('periodFact', periodFacts)
export const minimumComparator = defineChoices('minimumComparator', minimumComparators)
export const minimumBegin = defineChoices('minimumBegin', minimumBegins)
export const minimumMissed = defineChoices('minimumMissed', minimumMisses)
export const boundFact = defineChoices('boundFact', boundFacts)
export const playerCeiling = defineChoices('playerCeiling', playerCeilings)
export const minimumLast = defineChoices('minimumLast', minimumLasts)
export const feeRhythm = defineChoices('feeRhythm', feeRhythms)
export const bandFact = defineChoices('bandFact', bandFacts)
export const cpaPlayerShare = defineChoices('cpaPlayerShare', cpaPlayerShares)
export const tierFact = defineChoices('tierFact', tierFacts)
export const tierSpan = defineChoices('tierSpan', tierSpans)
export const fence = defineChoices('fence', nettingScopes)
export const carriedPart = defineChoices('carriedPart', carriedParts)
export const referralBase = defineChoices('referralBase', referralBases)
export const carryOver = defineChoices('carryOver', carryOvers)
export const entryStatus = defineChoices('entryStatus', entryStatuses)
export const entryKind = defineChoices('entryKind', entryKinds)
export const paymentState = defineChoices('paymentState', paymentStates)
export const pastPaymentState = defineChoices('pastPaymentState', ['paid', 'returned', 'cancelled'])
/** What companies can switch off. */
export const feature = defineChoices('feature', featureNames)
export const language = defineChoices('language', languageKeys)
export const role = defineChoices('role', roleKeys)
export const profile = defineChoices('profile', profileNames)
export const twoStep = defineChoices('twoStep', ['optional', 'required'])
/** Whether a company demands an authenticator's code of all who pay, approve or change what payments depend on. */
export const stepUp = defineChoices('stepUp', ['optional', 'required'])
/** What an access key of an affiliate or partner opens: reports in addresses, what programs read, a session. */
export const keyScope = defineChoices('keyScope', ['reports', 'api', 'signIn'])
/** Through what a company's automatic payments go. */
export const payoutGateway = defineChoices('payoutGateway', gatewayNames)
/** What a company does where its gateway cannot say whose a payment key is: pay and say so, or wait for a person. */
export const keyChanges = defineChoices('keyChanges', ['wait', 'second'])
export const uncheckedKeys = defineChoices('uncheckedKeys', ['pay', 'hold'])
/** Whose payments a company makes only with the number of an invoice: nobody's, of who has a CNPJ, everybody's. */
export const invoiceRequired = defineChoices('invoiceRequired', ['never', 'cnpj', 'always'])
/** What a visitor holds in hand. */
export const device = defineChoices('device', ['mobile', 'desktop'])
export const attributedBy = defineChoices('attributedBy', attributedBys)
/** Which of several clicks counts. */
export const clickCounted = defineChoices('clickCounted', clicksCounted)
export const promoCodeState = defineChoices('promoCodeState', promoCodeStates)
/** Where affiliates advertise, and what was decided about it. */
export const siteKind = defineChoices('siteKind', siteKinds)
export const siteState = defineChoices('siteState', siteStates)
/** What affiliates advertise with, and whether they may. */
export const mediaKind = defineChoices('mediaKind', mediaKinds)
export const announcementState = defineChoices('announcementState', announcementStates)
export const mediaState = defineChoices('mediaState', mediaStates)
export const afterEnd = defineChoices('afterEnd', afterEnds)
/** On which days a company pays. */
export const payRhythm = defineChoices('payRhythm', payRhythms)
/** Every currency of ISO 4217 whose amounts can be stored, those of most offices first. */
export const currency = defineChoices('currency', bookableCurrencies, {
  isKnown: true,
  refused: { values: unbookableCurrencies, code: 'currency_decimals' },
})
export const fileFormat = defineChoices('fileFormat', ['xlsx', 'csv'])
export const periodPreset = defineChoices('periodPreset', periodPresets)
export const periodCalendar = defineChoices('periodCalendar', periodCalendars)
export const applicationState = defineChoices('applicationState', applicationStates)
export const correctionState = defineChoices('correctionState', correctionStates)
export const periodState = defineChoices('periodState', periodStates)
export const repetition = defineChoices('repetition', repetitions)
export const weekday = defineChoices('weekday', weekdays)
/** What targets can be told of. */
export const signal = defineChoices('signal', signalNames, {
  features: Object.fromEntries(
    Object.entries<Signals[string]>(signals).flatMap(([name, { feature }]) => (feature ? [[name, feature]] : [])),
  ),
})
export const signalKind = defineChoices('signalKind', signalKinds)
export const targetState = defineChoices('targetState', targetStates)
export const deliveryState = defineChoices('deliveryState', deliveryStates)
/** How personal data were read. */
export const readHow = defineChoices('readHow', ['record', 'list', 'export', 'person'])
