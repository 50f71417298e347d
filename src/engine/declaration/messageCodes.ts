/**
 * What the server records in words, for people: what was tried to pay, what came of the runs of jobs, and why a feed
 * file cannot be read. Each is kept as its code with values beside its English text, so that pages say it in the
 * reader's language by code, and logs and callers of the API can read it. Placeholders are written `%{name}`; the
 * English locale reads its messages from here.
 */
export const paymentAttemptMessages = {
  sent: 'Sent to the gateway',
  sentUnchecked: 'Sent to the gateway, which cannot say whose the payment key is',
  sentInFile: 'Sent in file %{file}',
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
  keyNoAnswer: 'Not sent: the gateway did not say whose the payment key is (%{reason}); it is asked again',
  keyOfAnother: 'Not sent: the payment key is not of this owner, as the gateway says (%{differs})',
  keyNotChecked: 'Not sent: the gateway cannot say whose the payment key is',
  receiverChanged:
    'Given up: the owner has another key, name or document by now, or is not paid automatically any more',
  approvalVoid: 'Amount, key or owner are not what was approved: it has to be approved again',
  otherAmount: "The gateway says %{said} of %{amount}, but %{value} was sent: compare it with the gateway's statement",
} as const

/** See {@link paymentAttemptMessages}. */
export const outcomeRemarks = {
  begun: 'Scheduled versions that began or ended: %{count}',
  nothingMoved: 'Nothing moved since the last close',
  closed: 'Closed %{from}, %{count} entries of affiliates',
  closedDays: 'Closed %{from} to %{to}, %{count} entries of affiliates',
  entriesLeft:
    'Days closed for the first time: %{newDays}; nothing had to be written, %{unchanged} entries of affiliates and partners stay as they are',
  entriesWritten:
    'Days closed for the first time: %{newDays}; entries of affiliates and partners: %{added} new, %{corrected} corrected, %{removed} removed, %{adjusted} adjusted, %{unchanged} as they were',
  stopped: '%{count} entries were stopped: %{problems}',
  paid: 'Payments made: %{count}',
  awaitingApproval: 'waiting for approval: %{count}',
  notPaid: 'not paid: %{reason} %{count}',
  unclaimed: 'Told that a sum lapses: %{told}; asked to let it lapse: %{asked}; claimed since: %{claimed}',
  followed: 'Payments followed: %{count}',
  raised: 'Signs of fraud raised: %{count}',
  uploads: 'Feed files worked through: %{count}',
  files: 'Files made: %{made}, not made: %{failed}',
  attributed: 'Events that have an owner now: %{count}; still without one: %{remaining}',
  partitions: 'Events have a place until %{months} months from %{from}',
  backupChecked:
    '%{file} was restored into a database that was thrown away: movement and all %{lines} lines of the log are whole',
  backupUnchecked: 'Not tried: BACKUP_FOLDER and BACKUP_IDENTITY are not set on this server',
  retained: 'Redacted: %{redacted}; still in use: %{left}; noted reads removed: %{reads}',
  wouldRedact: 'Would be redacted: %{count}',
  told: 'Notices taken: %{taken}, not taken: %{failed}',
  worked: 'Worked through: %{count}',
  removed: 'Removed %{sessions} sessions, %{tries} counts of tries, %{answers} answers, %{runs} runs',
  firstStart: 'The first start; it runs from its next moment on',
  refused: '%{message}',
  failed: "Failed; the server's log says why, at run %{run}",
  givenUp: 'Given up: it was begun %{tries} times and never ended',
} as const

/**
 * Why a payout did not go through, where it is not the gateway that says so in its own words. See
 * {@link paymentAttemptMessages}.
 */
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

/** Why a feed file as a whole cannot be read. See {@link paymentAttemptMessages}. */
export const feedProblems = {
  missingColumns:
    'The first line names no column %{columns}. It must name, separated by commas and in any order: %{expected}',
  unknownColumns:
    'The first line names %{columns}, which is no column of a feed. Take it out, or rename it to one of: %{expected}',
  missingTotals:
    'The first line names no column of: %{columns}. Daily totals need a day (Date), whose they are (Affiliate ID or Tracking code) and a figure (Registrations, Deposits, NGR …). Name the columns so.',
  noTable: 'This is a web page (HTML) or JSON, no table. Open it in a spreadsheet program and save it as CSV or XLSX.',
  columnTwice: 'The first line names the column %{column} twice.',
  empty: 'The file is empty. Its first line names the columns: %{expected}',
  notUtf8:
    'The file is not UTF-8. Save it as UTF-8 and import it again; what was imported already is not counted twice.',
  noWorkbook: 'The workbook cannot be opened. Save it as .xlsx without a password, or as CSV.',
  broken:
    'The file is packed (gzip), but broken or cut off. Get it again; what was imported already is not counted twice.',
  openQuote: 'Line %{line} cannot be read: a quote (") is opened and never closed',
  strayQuote:
    'Line %{line} cannot be read: a quote (") stands where none may; write it twice inside a value that is in quotes',
  tooLarge: 'The file is larger than %{max} bytes when it is unpacked. Cut it into several',
  tooManyRows: 'The file has more than %{max} rows. Cut it into several',
  rowTooLong: 'Line %{line} cannot be read: it is longer than a row can be',
  line: 'Line %{line} cannot be read: %{reason}',
  noProfile: 'There is no reward profile "%{name}". There are: %{known}.',
  noProfileYet: 'There is no reward profile "%{name}". There is none yet: make one first, or leave --profile out.',
  givenUp: 'The file could not be worked through. Try again later, or tell whoever runs this server: its log says why.',
} as const

/** Names of what was tried to pay. */
export type AttemptCode = keyof typeof paymentAttemptMessages
/** Names of what came of a run. */
export type OutcomeCode = keyof typeof outcomeRemarks

/** Names of what is wrong with a feed file. */
export type FeedProblemCode = keyof typeof feedProblems

/** Names of reasons of our own. */
export type ReasonCode = keyof typeof reasonRemarks

/** A reason: the gateway's own words, or one of ours. */
export type Reason = string | CodedMessage<ReasonCode>

/** Something recorded: which remark, and what it names. */
export interface CodedMessage<Code extends string = string> {
  readonly code: Code
  readonly values?: Readonly<Record<string, string | number>>
  /** The value `reason` by code, where it is one of ours. */
  readonly because?: CodedMessage<ReasonCode>
}

function inEnglish(template: string, { values = {} }: CodedMessage): string {
  return template.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** A reason in English. */
export function reasonText(reason: Reason): string {
  return typeof reason === 'string' ? reason : inEnglish(reasonRemarks[reason.code], reason)
}

/** A remark on an attempt that names a reason. */
export function messageWithReason(
  code: AttemptCode,
  reason: Reason,
  values: Readonly<Record<string, string | number>> = {},
): CodedMessage<AttemptCode> {
  return {
    code,
    values: { ...values, reason: reasonText(reason) },
    ...(typeof reason === 'string' ? {} : { because: reason }),
  }
}

/** A remark on an attempt to pay, in English. */
export function attemptText(remark: CodedMessage<AttemptCode>): string {
  return inEnglish(paymentAttemptMessages[remark.code], remark)
}

/** Why a feed file cannot be read, in English. */
export function feedProblemText(problem: CodedMessage<FeedProblemCode>): string {
  return inEnglish(feedProblems[problem.code], problem)
}

/** What came of a run, in English: its remarks one after the other. */
export function outcomeText(remarks: readonly CodedMessage<OutcomeCode>[]): string {
  return remarks.map((remark) => inEnglish(outcomeRemarks[remark.code], remark)).join('; ')
}
