/**
 * What the server records in words, for people: what was tried to pay, and what came of the runs of jobs. Each is kept as its code with values beside its English text, so that pages say it in the
 * reader's language by code, and logs and callers of the API can read it. Placeholders are written `%{name}`; the English locale reads its messages from here.
 */
export const attemptRemarks = {
  sent: 'Sent to the gateway',
  sentAgain: 'Sent to the gateway again (try %{tries})',
  accepted: 'Accepted by the gateway; its outcome follows',
  settled: 'Settled',
  byHand: 'Paid by hand',
  returned: 'Returned: %{reason}',
  refusedForNow: 'Refused for now: %{reason} (try %{tries})',
  refusedAfter: 'Refused, after %{tries} tries: %{reason}',
  refused: 'Refused: %{reason}',
  unknown: 'Outcome unknown: %{reason}',
  absent: 'The gateway never received it; it is sent again',
  contradiction: "The gateway says %{said}, but the payment is %{state}: compare it with the gateway's statement",
  otherAmount: "The gateway says %{said} of %{amount}, but %{value} was sent: compare it with the gateway's statement",
} as const

/** See {@link attemptRemarks}. */
export const outcomeRemarks = {
  nothingMoved: 'Nothing moved since the last close',
  closed: 'Closed %{from}, %{count} entries of affiliates',
  closedDays: 'Closed %{from} to %{to}, %{count} entries of affiliates',
  stopped: '%{count} entries were stopped: %{problems}',
  paid: 'Payments made: %{count}',
  awaitingApproval: 'waiting for approval: %{count}',
  notPaid: 'not paid: %{reason} %{count}',
  followed: 'Payments followed: %{count}',
  uploads: 'Feed files worked through: %{count}',
  files: 'Files made: %{made}, not made: %{failed}',
  attributed: 'Events that have an owner now: %{count}; still without one: %{remaining}',
  partitions: 'Events have a place until %{months} months from %{from}',
  removed: 'Removed %{sessions} sessions, %{tries} counts of tries, %{answers} answers, %{runs} runs',
  firstStart: 'The first start; it runs from its next moment on',
  refused: '%{message}',
  failed: "Failed; the server's log says why, at run %{run}",
  givenUp: 'Given up: it was begun %{tries} times and never ended',
} as const

/** Why a payout did not go through, where it is not the gateway that says so in its own words. See {@link attemptRemarks}. */
export const reasonRemarks = {
  unreachable: 'The gateway could not be reached',
  timeOut: 'The gateway did not answer in time',
  tooLong: 'The answer of the gateway is too long',
  busy: 'The gateway has too much to do',
  noState: 'The gateway answered %{status} without a state of this payout',
  noReason: 'The gateway gave no reason',
  oddAnswer: 'The gateway answered a send with %{answer}',
  neverReceived: 'The gateway never received it',
  statementRejected: 'The statement says it was rejected',
  statementReturned: 'The statement says it was returned',
} as const

/** Names of what was tried to pay. */
export type AttemptCode = keyof typeof attemptRemarks
/** Names of what came of a run. */
export type OutcomeCode = keyof typeof outcomeRemarks

/** Names of reasons of our own. */
export type ReasonCode = keyof typeof reasonRemarks

/** A reason: the gateway's own words, or one of ours. */
export type Reason = string | Remark<ReasonCode>

/** Something recorded: which remark, and what it names. */
export interface Remark<Code extends string = string> {
  readonly code: Code
  readonly values?: Readonly<Record<string, string | number>>
  /** The value `reason` by code, where it is one of ours. */
  readonly because?: Remark<ReasonCode>
}

function inEnglish(template: string, { values = {} }: Remark): string {
  return template.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** A reason in English. */
export function reasonText(reason: Reason): string {
  return typeof reason === 'string' ? reason : inEnglish(reasonRemarks[reason.code], reason)
}

/** A remark on an attempt that names a reason. */
export function remarkWithReason(code: AttemptCode, reason: Reason, values: Readonly<Record<string, string | number>> = {}): Remark<AttemptCode> {
  return { code, values: { ...values, reason: reasonText(reason) }, ...(typeof reason === 'string' ? {} : { because: reason }) }
}

/** A remark on an attempt to pay, in English. */
export function attemptText(remark: Remark<AttemptCode>): string {
  return inEnglish(attemptRemarks[remark.code], remark)
}

/** What came of a run, in English: its remarks one after the other. */
export function outcomeText(remarks: readonly Remark<OutcomeCode>[]): string {
  return remarks.map((remark) => inEnglish(outcomeRemarks[remark.code], remark)).join('; ')
}
