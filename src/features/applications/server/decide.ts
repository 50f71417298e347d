import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { FieldChange } from '#engine/declaration/derive/difference.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { ApplicationState } from '#rules/applications.ts'
import type { RequestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAuthors, storeAuthor } from '#engine/auth/server/authorship.ts'
import { readApprovalTerms, requireAnotherPerson } from '#engine/auth/server/requireAnotherPerson.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { makeInvitation, type MadeInvitation } from '#features/accounts/server/invitations.ts'
import { type WriteContext, writeAuditEntry, currentBusinessTime } from '#engine/records/server/change.ts'
import type { StepUpCredentials, WriteRequest } from '#engine/records/server/write/writeRequest.ts'
import { createInWrite, inWrite } from '#engine/records/server/writePipeline.ts'
import { endAnswerLinks, makeAnswerLink, type MadeLink } from './links.ts'
import { type ApplicationRow, readApplication } from './readApplication.ts'

/** Who decides about which application, and where that came from. */
export interface Decision {
  readonly actor: Actor
  readonly id: number
  readonly origin: RequestOrigin
}

const open: readonly ApplicationState[] = ['new', 'asked']

/** @throws ApiError `not_found`; `application_decided` where somebody decided before */
async function openApplication(change: WriteContext, id: number): Promise<ApplicationRow> {
  const application = await readApplication(change.db, change.actor, { id, isLocked: true })
  if (!open.includes(application.state)) throw new ApiError('application_decided')
  return application
}

/**
 * Whoever was shown the link of a question may have answered it: then another person approves.
 * @throws ApiError as {@link requireAnotherPerson} does
 */
async function requireNotAnswered(
  { db, actor, at }: WriteContext,
  { id, state, company }: ApplicationRow,
): Promise<void> {
  const authors = state === 'new' ? await readAuthors(db, { object: 'application', id }) : []
  const terms = await readApprovalTerms(db, sql`${company}::bigint`)
  await requireAnotherPerson(db, { authors, approver: actor, demands: terms, at })
}

/** Writes what became of an application, with its line in the log. */
async function keep(
  change: WriteContext,
  before: ApplicationRow,
  { operation, values }: { operation: string; values: Readonly<Record<string, string | number | null>> },
): Promise<void> {
  const { db, actor, at } = change
  const columns = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const isOver = values['state'] !== 'asked'
  await sql`update application set ${sql.join(columns)}, waits_since = null,
    decided_by = ${isOver ? actor.name : null}, decided_at = ${isOver ? timestamp(at) : null}, version = version + 1,
    updated_at = ${timestamp(at)} where id = ${before.id}`.execute(db)
  const changes: FieldChange[] = Object.entries(values).map(([field, after]) => ({
    field,
    before: field === 'state' ? before.state : null,
    after,
  }))
  await writeAuditEntry(change, { operation, object: 'application', objectId: before.id, changes })
}

const changeOf = (context: AppContext, { actor, origin }: Decision, db: WriteContext['db']): WriteContext => ({
  ...currentBusinessTime(context, actor),
  db,
  actor,
  request: origin,
})

/** Asks the applicant something; they answer by a private link. */
export function askBack(
  context: AppContext,
  decision: Decision,
  question: string,
): Promise<{ application: ApplicationRow; link: MadeLink }> {
  return inTransaction(context.database.db, async (db) => {
    const change = changeOf(context, decision, db)
    const application = await openApplication(change, decision.id)
    const link = await makeAnswerLink(context, change, application.id)
    // Who is shown the link can answer by it.
    const { id } = application
    await storeAuthor(db, { object: 'application', id, what: 'linked', author: decision.actor, at: change.at })
    await keep(change, application, { operation: 'askApplicant', values: { state: 'asked', question } })
    return { application, link }
  })
}

/** Refuses an application, for a reason that is kept with it. */
export function refuse(context: AppContext, decision: Decision, reason: string): Promise<ApplicationRow> {
  return inTransaction(context.database.db, async (db) => {
    const change = changeOf(context, decision, db)
    const application = await openApplication(change, decision.id)
    await endAnswerLinks(db, application.id, change.at)
    await keep(change, application, { operation: 'refuseApplication', values: { state: 'refused', reason } })
    return application
  })
}

/** What staff say of the affiliate that an application becomes. */
export interface Approval {
  readonly rewardProfile: unknown
  readonly brands: unknown
  readonly partner: unknown
  /** Whether the applicant is invited to sign in. */
  readonly invites: boolean
}

/** The record of an application that became an affiliate, and the applicant's invitation. */
export interface Approved {
  readonly application: ApplicationRow
  readonly affiliate: number
  readonly invitation: MadeInvitation | null
}

const affiliateOf = (
  { name, company, email, country, cpf, tax_number: taxNumber, language, brand }: ApplicationRow,
  { rewardProfile, brands, partner }: Approval,
): AnyRecord => ({
  name,
  company,
  email,
  country,
  ...(cpf === null
    ? { taxNumber, documentType: 'email', document: email }
    : { cpf, documentType: 'cpf', document: cpf }),
  language,
  rewardProfile: rewardProfile ?? null,
  brands: brands ?? [brand],
  partner: partner ?? null,
})

const asResource = (resource: unknown) => resource as AnyResource

/**
 * Makes the affiliate with what was declared, its acceptance of the terms, its sites and the applicant's invitation, all
 * or nothing.
 * @throws ApiError what making the affiliate, or the person who signs in for it, speaks against, at the field
 */
export function approve(
  context: AppContext,
  decision: Decision & { readonly proof: StepUpCredentials },
  approval: Approval,
): Promise<Approved> {
  const { actor, id, origin, proof } = decision
  const { affiliate: resource, affiliateUser } = resources
  for (const each of [resource, ...(approval.invites ? [affiliateUser] : [])])
    if (!can({ actor, resource: asResource(each), operation: 'create' })) throw new ApiError('forbidden')
  const request = { context, actor, resource: asResource(resource), origin: '', http: origin, proof }
  return inWrite(request, async (write) => {
    const change = changeOf(context, decision, write.transaction)
    const application = await openApplication(change, id)
    await requireNotAnswered(change, application)
    const affiliate = Number(await createInWrite(write, affiliateOf(application, approval)))
    await acceptTerms(write, application, affiliate)
    await declareSites(write, application, affiliate)
    const invitation = approval.invites ? await invite(context, write, { application, affiliate, change }) : null
    await endAnswerLinks(write.transaction, id, change.at)
    await keep(change, application, { operation: 'approveApplication', values: { state: 'approved', affiliate } })
    return { application, affiliate, invitation }
  })
}

/** What the applicant accepted is accepted by the affiliate, since then. */
async function acceptTerms(
  write: WriteRequest,
  { terms, created_at }: ApplicationRow,
  affiliate: number,
): Promise<void> {
  if (terms === null) return
  const resource = asResource(resources.termsAcceptance)
  await createInWrite({ ...write, resource }, { affiliate, terms, acceptedAt: created_at.toISOString() })
}

/** The sites that were declared stand in the affiliate's register, where each is decided about by itself. */
async function declareSites(
  write: WriteRequest,
  { sites, how, language }: ApplicationRow,
  affiliate: number,
): Promise<void> {
  const resource = asResource(resources.affiliateSite)
  const usage = how.slice(0, resource.fields['usage']!.max)
  for (const address of new Set(sites.map((site) => site.address)))
    await createInWrite({ ...write, resource }, { affiliate, address, kind: 'website', usage, language })
}

async function invite(
  context: AppContext,
  write: WriteRequest,
  { application, affiliate, change }: { application: ApplicationRow; affiliate: number; change: WriteContext },
): Promise<MadeInvitation> {
  const { name, email, language } = application
  const person = await createInWrite(
    { ...write, resource: asResource(resources.affiliateUser) },
    { name, email, affiliate, language },
  )
  return makeInvitation(context, change, Number(person))
}
