/** What `GET /api/event/trace` and `GET /api/player/qualification` answer. Money is a number with 2 decimals at most. */
import type { Day } from '#engine/values/calendar.ts'
import type { TriggerCondition, TriggerOperation } from '#rules/commission/constants.ts'
import type { Comparator, DealState } from '#rules/deals/constants.ts'
import type { PayeeKind } from '#rules/payouts/payments.ts'
import type { UnattributedReason } from '#features/activity/answers/unattributed.ts'

/** A record by its id, with its name where the reader may see it. */
export interface NamedRef {
  readonly id: number
  readonly name: string | null
}

/** One event: what it said, whose it is, in which day, entry and close it counts, and which payment paid that. */
export interface EventTrace {
  readonly event: {
    readonly brand: number
    readonly eventId: string
    readonly type: string
    readonly product: string
    readonly amount: number
    readonly currency: string
    readonly occurredAt: string
    readonly receivedAt: string
    readonly day: Day
    readonly player: string | null
  }
  /** Whose it is; null where it is nobody's, and {@link unattributed} says why. */
  readonly attributed: {
    readonly affiliate: NamedRef
    readonly action: NamedRef
    /** By the link it named itself, or by its player's registration. */
    readonly by: 'link' | 'player'
  } | null
  readonly unattributed: UnattributedReason | null
  readonly close: {
    readonly firstClosedAt: string | null
    readonly lastClosedAt: string | null
    /** Its day changed since it was last closed: the next close counts what came. */
    readonly isWaiting: boolean
  }
  /** The entries of its day, of its affiliate and of the partners above; null without the right to entries. */
  readonly entries: readonly TracedEntry[] | null
}

/** An entry the event counts in, or whose day it is. */
export interface TracedEntry {
  readonly id: number
  readonly kind: string
  readonly day: Day
  readonly value: number
  readonly currency: string
  readonly status: string
  readonly owner: NamedRef & { readonly kind: PayeeKind }
  /** Whether it saw the event; null where it is not known when it was reckoned. */
  readonly saw: boolean | null
  /** The payment that holds it; null where none does, or without the right to payments. */
  readonly payment: { readonly id: number; readonly state: string; readonly reference: string | null } | null
}

/** Why a player qualified for CPA, or did not: every rule its affiliate had, each condition of it. */
export interface PlayerTrace {
  readonly player: {
    readonly brand: number
    readonly ref: string | null
    readonly registeredDay: Day | null
    readonly firstDepositDay: Day | null
    readonly affiliate: NamedRef | null
    readonly action: NamedRef | null
    /**
     * Why that affiliate's: its registration named the code (or token) of the link, or came by a click; or neither, and
     * a person decided. Null where it did not register.
     */
    readonly registeredBy: 'code' | 'click' | 'person' | null
    /** From which day on it is that affiliate's; null: from the beginning. */
    readonly since: Day | null
  }
  readonly currency: string
  /** What closes have kept: it qualified under this reward on this day. */
  readonly qualified: readonly { readonly reward: NamedRef; readonly day: Day; readonly affiliate: NamedRef }[]
  /** The rules, oldest first; none where nobody brought the player, or the affiliate never had a profile with CPA. */
  readonly rules: readonly TracedRule[]
}

/** A CPA rule and the days on which it held for the player's affiliate. */
export interface TracedRule {
  readonly reward: NamedRef
  readonly ruleVersion: number
  readonly from: Day | null
  /** The day after the last; null: it holds on. */
  readonly until: Day | null
  readonly outcome:
    | 'qualified'
    | 'waits_for_close'
    | 'paid_before'
    | 'not_reached'
    | 'not_whole'
    | 'other_currency'
    // Of deals that follow players (`stateOf`).
    | Exclude<DealState, 'approved'>
  readonly conditions: readonly TracedCondition[]
}

/** One condition: what there is, what is needed, what is missing, and since when it is so. */
export interface TracedCondition {
  readonly code: 'belongs' | 'trigger' | 'once' | 'currency' | 'country' | 'deal'
  readonly isMet: boolean
  readonly condition?: TriggerCondition
  readonly operation?: TriggerOperation
  /** Of a deal: what it asks of the player, how it compares, and which of its alternatives it belongs to, from 1. */
  readonly fact?: string
  readonly comparator?: Comparator
  readonly alternative?: number
  readonly actual?: number
  readonly needed?: number
  readonly missing?: number
  /** Met: the day on which it was; not met: since when it is asked. Null: from the beginning. */
  readonly since: Day | null
}
