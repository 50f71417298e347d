import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import { type AnyResource, fieldOf, scopeOf } from '#engine/declaration/resource.ts'
import { knownAsOwner, asOfViews, systemHistoryTables } from '../systemHistory.ts'

/*
 * Which rows of which table the two reading roles see. Whoever signed in as root reads as `office_root` and sees all.
 * Everybody else reads as
 * `office_session`, and sees what the settings of the statement name (see actorSettings.ts): without them nothing. A
 * table that does not stand here
 * is read by neither. How the conditions must be written (and must not) is in docs/decisions/0006-row-level-security.md.
 */

type Resources = Readonly<Record<string, AnyResource>>

// In a subquery of its own a setting is read once a statement, not once a row. After a transaction it is '' instead of
// null.
const company = "(select nullif(current_setting('office.company', true), '')::bigint)"
const brands = "(select nullif(current_setting('office.brands', true), '')::bigint[])"
const isSomebody = "(select nullif(current_setting('office.company', true), '') is not null)"
const isNotTied = "(select nullif(current_setting('office.partner', true), '') is null)"
const partners = '(select office_partners())'
const below = (column: string) => `(${isNotTied} or ${column} = any (${partners}::bigint[]))`
const isNoManager = "(select nullif(current_setting('office.manager', true), '') is null)"
const managed = '(select office_managed())'
const isNoAffiliate = "(select nullif(current_setting('office.affiliate', true), '') is null)"
const ownAffiliate = "(select nullif(current_setting('office.affiliate', true), '')::bigint)"
const seen = (table: string, column: string) => `exists (select from "${table}" seen where seen.id = ${column})`
const ofOwner = (table: string) => `case ${table}.owner_kind when 'affiliate'
  then ${seen('affiliate', `${table}.owner`)} else ${seen('partner', `${table}.owner`)} end`

/** Tables that are no resource's, by the condition under which a row is seen. */
const otherTables: Readonly<Record<string, string>> = {
  event: `brand = any (${brands}::bigint[])`,
  player: `brand = any (${brands}::bigint[])`,
  movement: `brand = any (${brands}::bigint[])`,
  brand_feed: `brand = any (${brands}::bigint[])`,
  stated_total: `brand = any (${brands}::bigint[])`,
  daily_total: `brand = any (${brands}::bigint[])`,
  movement_wide: `brand = any (${brands}::bigint[])`,
  commission: `brand = any (${brands}::bigint[])`,
  commission_wide: `brand = any (${brands}::bigint[])`,
  running_day: `brand = any (${brands}::bigint[])`,
  total_day: `brand = any (${brands}::bigint[])`,
  // Of all brands together there are rows, too: under a brand that nobody sees.
  total_row: `brand = any (${brands}::bigint[])`,
  // Counts of the whole office: of a part of its brands they say nothing.
  total_first_day: 'false',
  running_mark: `brand = any (${brands}::bigint[])`,
  running_state: isSomebody,
  cohort_month: `brand = any (${brands}::bigint[])`,
  cohort_total: `brand = any (${brands}::bigint[])`,
  cohort_mark: `brand = any (${brands}::bigint[])`,
  cohort_state: isSomebody,
  cpa_qualification: `brand = any (${brands}::bigint[])`,
  cpa_case: `brand = any (${brands}::bigint[])`,
  cpa_stage: `brand = any (${brands}::bigint[])`,
  entry_part: `brand = any (${brands}::bigint[])`,
  partner_commission_part: `brand = any (${brands}::bigint[])`,
  partner_commission: seen('partner', 'partner_commission.partner'),
  reward_history: seen('reward', 'reward_history.record'),
  reward_profile_history: seen('reward_profile', 'reward_profile_history.record'),
  partner_level_history: seen('partner_level', 'partner_level_history.record'),
  entry_line: seen('entry', 'entry_line.entry'),
  entry_adjustment: seen('entry', 'entry_adjustment.entry'),
  correction_version: seen('correction', 'correction_version.correction'),
  entry_adjustment_line: seen('entry', 'entry_adjustment_line.entry'),
  entry_request: seen('entry', 'entry_request.entry'),
  payment_entry: seen('payment', 'payment_entry.payment'),
  payment_attempt: seen('payment', 'payment_attempt.payment'),
  payment_transfer: seen('payment', 'payment_transfer.payment'),
  payment_request: seen('payment', 'payment_request.payment'),
  // What an owner is owed; what it costs each brand is read of whole companies alone.
  posting: `posting.account = 'payable' and case when posting.affiliate is null
    then ${seen('partner', 'posting.partner')} else ${seen('affiliate', 'posting.affiliate')} end`,
  payment_hold: ofOwner('payment_hold'),
  owner_hold: ofOwner('owner_hold'),
  invoice: ofOwner('invoice'),
  self_billed_number: ofOwner('self_billed_number'),
  payout_request: ofOwner('payout_request'),
  close_problem: ofOwner('close_problem'),
  // What is kept back of payments that are seen; the tables of one's own company.
  payment_withheld: seen('payment', 'payment_withheld.payment'),
  payment_taxed: `company = ${company}`,
  tax_table: `company = ${company}`,
  closed_day: isSomebody,
  dirty_day: seen('affiliate', 'dirty_day.affiliate'),
  visit_count: `brand = any (${brands}::bigint[])`,
  player_place: seen('player', 'player_place.player'),
  player_move: seen('player', 'player_move.player'),
  rate: isSomebody,
  table_change: isSomebody,
  known_change: isSomebody,
  // What a delivery says is seen by whoever sees the delivery; what is a partner's, by who sees all of its company.
  signal: `exists (select from signal_delivery seen where seen.sys_signal = signal.id)
    and (signal.partner is null or office_brands_below(signal.partner)::bigint[] <@ ${brands})`,
  note_mention: seen('note', 'note_mention.note'),
  note_file: seen('note', 'note_file.note'),
  owner_hold_approval: seen('owner_hold', 'owner_hold_approval.hold'),
  suspension: `case suspension.object ${['affiliate', 'partner', 'campaign', 'action']
    .map((object) => `when '${object}' then ${seen(object, 'suspension.record')}`)
    .join(' ')} end`,
  external_id: `company = ${company}`,
  site_decision: seen('affiliate_site', 'site_decision.site'),
  media_file: seen('media', 'media_file.media'),
  media_click: seen('media', 'media_click.media'),
}

/**
 * Of these an affiliate in its own session sees rows as well, by the condition that others meet: they hang on its own
 * entries and payments, or are about nobody. Every other table here is empty to it.
 */
const openToAffiliates: ReadonlySet<string> = new Set([
  'entry_line',
  'entry_adjustment',
  'entry_adjustment_line',
  'payment_entry',
  'payment_attempt',
  'payment_withheld',
  'note',
  'note_file',
  'signal',
  'posting',
  'closed_day',
  'rate',
  'table_change',
  'known_change',
])
const closedToAffiliates = ([table, condition]: readonly [string, string]): readonly [string, string] => [
  table,
  openToAffiliates.has(table) ? condition : `${isNoAffiliate} and (${condition})`,
]

/** Views that show a reader no more than their tables do (`security_invoker`): what was known of these. */
export const plainViews = asOfViews

/** Views that run as their owner: ids and days, no amounts, read where what is hidden must count. */
export const ownerViews: readonly string[] = [
  'whose_entry',
  'whose_partner_day',
  'whose_movement',
  'whose_partner',
  'affiliate_span',
  'partner_span',
  'partner_affiliate_span',
  'affiliate_referral',
  'currency_book',
  ...knownAsOwner,
]

/** Functions that run as their owner and that the reading roles may call. */
export const ownerFunctions = [
  'office_partners()',
  'office_managed()',
  'office_brands_below(bigint)',
  'office_event_day(bigint, text)',
  'company_day(bigint, timestamp with time zone)',
  'office_session_digest(uuid, text)',
] as const

/** Resources of which root alone has a list. */
const ofRootAlone: readonly string[] = ['activityLog', 'personalRead']

type Direct = (column: string, isArray: boolean) => string
const isOwnBrand: Direct = (column, isArray) =>
  isArray ? `${column} && ${brands}` : `${column} = any (${brands}::bigint[])`

function pathCondition(resource: AnyResource, path: string, direct: Direct): string {
  const table = tableName(resource.name)
  if (path === 'self') return direct(`"${table}".id`, false)
  const [first, second] = path.split('.') as [string, string | undefined]
  const field = fieldOf(resource, first)
  const column = `"${table}"."${columnName(first)}"`
  // What is reached through a reference is seen where the record is that it names: that one's own policy holds there.
  return second === undefined ? direct(column, field.kind === 'references') : seen(tableName(field.target!), column)
}

/** What others see of a resource, and affiliates in sessions of their own: what is declared for them, of what is theirs. */
function resourceCondition(resource: AnyResource): string {
  const others = othersCondition(resource)
  const { affiliate } = resource.access
  if (affiliate === 'names') return others
  if (affiliate === undefined) return `${isNoAffiliate} and (${others})`
  const column = resource.name === 'affiliate' ? 'id' : 'affiliate'
  return `case when ${isNoAffiliate} then (${others}) else "${tableName(resource.name)}".${column} = ${ownAffiliate} end`
}

function othersCondition(resource: AnyResource): string {
  const scope = scopeOf(resource)
  if (Object.keys(scope).length === 0) return isSomebody
  const conditions = [
    ...(scope.company ? [pathCondition(resource, scope.company, (column) => `${column} = ${company}`)] : []),
    ...(scope.brand ? [pathCondition(resource, scope.brand, isOwnBrand)] : []),
    // What is reached through an affiliate is seen by who sees that one, whoever manages it.
    ...(scope.manager && !scope.manager.includes('.')
      ? [`(${isNoManager} or "${tableName(resource.name)}".id = any (${managed}::bigint[]))`]
      : []),
    ...(resource.name === 'partner' ? [isNoManager] : []),
    ...(scope.partner ? [pathCondition(resource, scope.partner, (column) => below(column))] : []),
  ]
  const table = tableName(resource.name)
  // An entry or payment without an affiliate is seen by whoever sees its partner.
  const isOwned = scope.brand?.startsWith('affiliate.') && resource.fields.partner?.target === 'partner'
  if (isOwned) {
    return `case when "${table}".affiliate is null
      then ${seen('partner', `"${table}".partner`)} else ${seen('affiliate', `"${table}".affiliate`)} end`
  }
  // A link without an affiliate is nobody's below a partner.
  const place = scope.partner?.includes('.') && !scope.brand?.startsWith(scope.partner.split('.')[0]!)
  const placed = place ? `((${isNotTied} and ${isNoManager}) or ${conditions.at(-1)!})` : null
  return [...new Set(placed ? [...conditions.slice(0, -1), placed] : conditions)].join(' and ')
}

/** What a row was is seen by whoever would see it as it was. */
function pastCondition(table: string, condition: string): readonly [string, string] {
  return [
    `${table}_past`,
    condition
      .replaceAll(`"${table}".`, `"${table}_past".`)
      .replaceAll(new RegExp(`\\b${table}\\.`, 'g'), `${table}_past.`),
  ]
}

/**
 * A note is seen by whoever sees the record it is written on; who is tied to a partner, where records hang below one; an
 * affiliate in its own session, where it is shared with it.
 */
function noteCondition(resources: Resources): string {
  const ofObject = (
    noted: readonly AnyResource[],
    condition: (resource: AnyResource) => string = ({ name }) => seen(tableName(name), 'note.record'),
  ) =>
    noted.length === 0
      ? 'false'
      : `case note.object ${noted.map((each) => `when '${each.name}' then ${condition(each)}`).join(' ')} else false end`
  const noted = Object.values(resources).filter(({ notes }) => notes)
  const others = ofObject(noted, (resource) => {
    const isSeen = seen(tableName(resource.name), 'note.record')
    return scopeOf(resource).partner ? isSeen : `${isNotTied} and ${isSeen}`
  })
  const shared = ofObject(noted.filter(({ notes }) => notes !== true))
  return `case when ${isNoAffiliate} then (${others}) else note.shared_with = ${ownAffiliate} and (${shared}) end`
}

/** A version to come is seen by whoever sees the record it is of. */
function scheduledCondition(resources: Resources): string {
  const cases = Object.values(resources)
    .filter(({ fields }) => Object.values(fields).some(({ dated }) => dated))
    .map(({ name }) => `when '${name}' then ${seen(tableName(name), 'scheduled_version.record')}`)
  return cases.length === 0 ? 'false' : `case scheduled_version.object ${cases.join(' ')} else false end`
}

/** Every table that the reading roles read, with the condition under which `office_session` sees a row. */
export function policyTables(resources: Resources): ReadonlyMap<string, string> {
  const declared = Object.values(resources)
    .filter(({ name }) => !ofRootAlone.includes(name))
    .map((resource) => [tableName(resource.name), resourceCondition(resource)] as const)
  const present = new Map([
    ...declared,
    ...[
      ...Object.entries(otherTables),
      ['note', noteCondition(resources)] as const,
      ['scheduled_version', scheduledCondition(resources)] as const,
    ].map(closedToAffiliates),
  ])
  return new Map([...present, ...systemHistoryTables.map((table) => pastCondition(table, present.get(table)!))])
}

/** A setting's condition as workers of Citus take it in a policy: without a subquery, and without `is null`. */
const settingOnWorkers = (setting: string): string =>
  setting
    .replace(/^\(select (.*)\)$/, '($1)')
    .replace(/nullif\((current_setting\([^)]*\)), ''\) is (not )?null/, (_, read: string, not?: string) =>
      not ? `coalesce(${read}, '') <> ''` : `coalesce(${read}, '') = ''`,
    )

/**
 * A condition as it stands where some tables lie on workers: settings are read once a row. On the workers' own tables
 * a subquery is refused; on those of the coordinator, asked beside one of theirs, what a subquery of a policy answers is
 * made before the statement and then not found: nobody would see anything.
 */
export const onWorkers = (condition: string): string =>
  [company, brands, isSomebody, isNotTied, isNoManager, managed, isNoAffiliate, ownAffiliate, partners].reduce(
    (text, setting) => text.replaceAll(setting, settingOnWorkers(setting)),
    condition,
  )

/** Tables that root reads and nobody else. */
export function rootTables(resources: Resources): string[] {
  return Object.values(resources)
    .filter(({ name }) => ofRootAlone.includes(name))
    .map(({ name }) => tableName(name))
}
