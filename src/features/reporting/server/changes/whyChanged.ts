import { changeCauses, type ChangeCause, type ChangeRef } from '../../answers/changes.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import type { ReportEvent } from './readCauses.ts'

const refsMax = 40

/** A row of a report, or what it stands for. */
export type Row = Readonly<Record<string, string | number | null>>

/** A stretch of time after which the report is looked at again. */
export interface Step {
  readonly after: string
  readonly until: string
}

/** One cause, and what it can be looked up by. */
export interface ChangeReason {
  readonly cause: ChangeCause
  readonly refs: readonly ChangeRef[]
}

/** What follows from something else, and changes a figure only as the daily close reckons it. */
export const isComputed = ({ cause }: Pick<ReportEvent, 'cause'>): boolean => cause === 'dailyClose'

/** What a close reckons with; nothing else makes it come to something else. */
const reckonedWith: ReadonlySet<ChangeCause> = new Set([
  'correction',
  'ruleVersion',
  'movedPartner',
  'movedPlayer',
  'lateEvent',
  'newEvent',
])
/** What moves entries alone. */
const ofEntries: ReadonlySet<ChangeCause> = new Set(['adjustment', 'payment', 'paymentReturned'])

/** What happened, to be found by whom it is about. */
export class Happenings {
  readonly #all: readonly ReportEvent[]
  readonly #ofAffiliate = new Map<number, ReportEvent[]>()
  readonly #ofAny: readonly ReportEvent[]

  constructor(all: readonly ReportEvent[]) {
    this.#all = all
    this.#ofAny = all.filter(({ affiliates }) => affiliates === null)
    for (const happening of all)
      for (const affiliate of happening.affiliates ?? []) {
        const own = this.#ofAffiliate.get(affiliate)
        if (own) own.push(happening)
        else this.#ofAffiliate.set(affiliate, [happening])
      }
  }

  /** Whether anything of a kind happened in a step. */
  some(step: Step, is: (happening: ReportEvent) => boolean): boolean {
    return this.#all.some((happening) => happening.at > step.after && happening.at <= step.until && is(happening))
  }

  /** What may have changed a row, up to a moment; what happened in another currency did not. */
  of(key: Row, until: string): ReportEvent[] {
    const [affiliate, partner] = [key['affiliate'], key['partner']]
    const day = key['day'] as string | null | undefined
    const currency = key['currency']
    const near = affiliate == null ? this.#all : [...(this.#ofAffiliate.get(affiliate as number) ?? []), ...this.#ofAny]
    return near.filter(
      (happening) =>
        happening.at <= until &&
        (currency == null || happening.currency === null || happening.currency === currency) &&
        (partner == null ||
          happening.partner === null ||
          happening.partner === partner ||
          happening.affiliates !== null) &&
        (day == null || happening.day === null || happening.day <= day),
    )
  }
}

/** References, each once, and not more than are read. */
export function refsTogether(lists: readonly (readonly ChangeRef[])[]): readonly ChangeRef[] {
  const refs = new Map(lists.flat().map((ref) => [`${ref.kind} ${ref.id}`, ref]))
  return [...refs.values()].slice(0, refsMax)
}

/** The causes that there are among happenings, in the order in which they are told. */
function told(happenings: readonly ReportEvent[]): ChangeReason[] {
  return changeCauses.flatMap((cause) => {
    const own = happenings.filter((happening) => happening.cause === cause)
    return own.length > 0 ? [{ cause, refs: refsTogether(own.map(({ refs }) => refs)) }] : []
  })
}

const firstOf = (...lists: readonly ChangeReason[][]): ChangeReason[] =>
  lists.find((list) => list.length > 0) ?? [unknown]

/** Which of what may have happened changes a figure, and which only a name. */
const isOfNames = ({ cause }: ReportEvent) => cause === 'renamed'
const isOfRecords = ({ cause }: ReportEvent) => cause === 'record' || cause === 'renamed'

/** Nothing that happened fits: told as a change of records, so that no cent is without a cause. */
const unknown: ChangeReason = { cause: 'record', refs: [] }

/**
 * Why a row changed in a step, all that fits: what happened in it, and, where the close reckoned anew, what had happened
 * since the close before.
 */
export function causesOf({
  happenings,
  question: { report, convertedTo },
  step,
  key,
  isName,
  reckonedSince,
}: {
  happenings: Happenings
  question: ReportRequest
  step: Step
  key: Row
  isName: boolean
  reckonedSince: string
}): ChangeReason[] {
  const all = happenings.of(convertedTo === undefined ? key : { ...key, currency: null }, step.until)
  const direct = all.filter(({ at }) => at > step.after)
  if (isName) return firstOf(told(direct.filter(isOfNames)), told(direct)).slice(0, 1)
  const isPossible = (happening: ReportEvent) =>
    !isComputed(happening) &&
    !isOfRecords(happening) &&
    (report.source === 'entries' || !ofEntries.has(happening.cause)) &&
    (convertedTo !== undefined || happening.cause !== 'rate')
  const others = direct.filter(isPossible)
  const closes = direct.filter(isComputed)
  if (closes.length === 0) return firstOf(told(others), told(direct))
  const roots = all.filter(({ at, cause }) => at > reckonedSince && reckonedWith.has(cause))
  return firstOf(told([...others, ...roots]), told(closes))
}
