import { sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import { reports as allReports } from '#resources/reports/index.ts'
import { signals as declared } from '#resources/signals.ts'
import { type Actor, isSelfServiceActor } from '#engine/declaration/actor.ts'
import { can, mayReadReport } from '#engine/declaration/derive/access.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { recordsOf, type SignalDefinition, type Signals } from '#engine/declaration/webhook.ts'
import { commonVariables, namesItsHost, variableName, variablesIn } from '#rules/webhooks.ts'
import type { Environment } from '#engine/server/environment.ts'
import type { Check, Effect } from '#engine/records/server/write/effect.ts'
import type { WriteStep } from '#engine/records/server/write/writeRequest.ts'
import { makeSecret } from '../secrets.ts'
import { forgetSubscribed } from '../subscribed.ts'
import { whyNotCalled } from '../transport/outboundCall.ts'

const resources: Readonly<Record<string, AnyResource>> = allResources
const signals: Signals = declared
const reports: Readonly<Record<string, Report>> = allReports

const namesOf = (record: AnyRecord) => record.signals as readonly string[]
const isPostback = ({ kind }: AnyRecord) => kind !== 'webhook'

/** The variables that a postback can name: of all its signals. */
function knownVariables(names: readonly string[]): string[] {
  const words = names.flatMap((name) => signals[name]?.says ?? []).map(variableName)
  return [...new Set([...commonVariables, ...words, ...names.flatMap((name) => recordWords(signals[name]!))])]
}

const recordWords = (signal: SignalDefinition) => (recordsOf(signal).length === 0 ? [] : ['id'])

function addressProblems(record: AnyRecord, { signalInsideHosts, mail }: Environment): Problem[] {
  if (record.kind === 'email') return mail ? [] : [{ field: 'kind', code: 'mail_not_set_up' }]
  const address = String(record.address)
  const wrong = (code: Problem['code'], values?: Problem['values']): Problem[] => [
    { field: 'address', code, ...(values ? { values } : {}) },
  ]
  if (namesItsHost(address)) return wrong('variable_names_host')
  // Hosts inside that the operator named for its own systems are not an affiliate's to have called, whoever writes its target.
  const why = whyNotCalled(address, record.affiliate ? [] : signalInsideHosts)
  if (why) return wrong(why)
  if (!isPostback(record)) return []
  const known = knownVariables(namesOf(record))
  const name = variablesIn(address).find((each) => !known.includes(each))
  return name === undefined ? [] : wrong('unknown_variable', { name, known: known.join(', ') })
}

/** Nobody has told elsewhere what they may not read themselves; an affiliate's target is told of its own records alone. */
function mayRead(actor: Actor, signal: SignalDefinition, isOfAffiliate: boolean): boolean {
  const records = recordsOf(signal).filter(({ owner }) => !isOfAffiliate || owner !== undefined)
  const asked = signal.reads === undefined ? records.map(({ of }) => of) : [signal.reads]
  const { readsReport } = signal
  return (
    asked.every((name) => can({ actor, resource: resources[name]!, operation: 'read' })) &&
    (readsReport === undefined || mayReadReport({ actor, report: reports[readsReport]! }))
  )
}

function signalProblems(actor: Actor, record: AnyRecord): Problem[] {
  const refuse = (code: Problem['code'], names: readonly string[]): Problem[] =>
    names.length === 0 ? [] : [{ field: 'signals', code, values: { names: names.join(', ') } }]
  const names = namesOf(record)
  const unread = names.filter((name) => !mayRead(actor, signals[name]!, Boolean(record.affiliate)))
  const untold = record.affiliate ? names.filter((name) => !signals[name]!.toOwners) : []
  return [...refuse('signal_role_missing', unread), ...refuse('signal_not_for_affiliates', untold)]
}

/** Hosts inside that the operator named for its own systems are not an affiliate's to call. */
function ownProblems({ actor, after, changed }: WriteStep): Problem[] {
  const why = isSelfServiceActor(actor) && changed.includes('address') ? whyNotCalled(String(after!.address), []) : null
  return why ? [{ field: 'address', code: why }] : []
}

/** A target leads outside, names variables that there are, and is told nothing that is not for it. */
export const signalTarget: Check = async (step) => {
  const { transaction, operation, actor, after, context } = step
  if (operation !== 'create' && operation !== 'update') return []
  const own = ownProblems(step)
  if (own.length > 0) return own
  const { affiliate, campaign, action } = after!
  const problems = [...addressProblems(after!, context.environment), ...signalProblems(actor, after!)]
  if ((campaign || action) && !affiliate) problems.push({ field: 'affiliate', code: 'affiliate_for_postback' })
  if (action && affiliate) {
    const { rows } = await sql`select from action where id = ${String(action)}::text::bigint
      and affiliate = ${String(affiliate)}::text::bigint`.execute(transaction)
    if (rows.length === 0) problems.push({ field: 'action', code: 'invalid_action' })
  }
  return problems
}

/** A new target has a queue, and, where it is told by webhooks, a secret that nobody has seen yet. */
export const openSignalTarget: Effect = async ({ transaction, context, id, after }) => {
  forgetSubscribed()
  const target = Number(id)
  await sql`insert into signal_queue (target) values (${target}::bigint)`.execute(transaction)
  if (after!.kind === 'webhook') await makeSecret(context, transaction, { target, now: context.now(), isUnseen: true })
}

/** A target that goes on is tried at once; who wants what is looked up anew. */
export const followSignalTarget: Effect = async ({ transaction, id, after }) => {
  forgetSubscribed()
  if (after!.state === 'paused') return
  await sql`update signal_queue set failures = 0, failing_since = null, rests_until = null, is_slow = false
    where target = ${id}::text::bigint`.execute(transaction)
  await sql`update signal_target set paused_why = null where id = ${id}::text::bigint`.execute(transaction)
}
