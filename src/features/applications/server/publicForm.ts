import { type Kysely, sql } from 'kysely'
import { application, applicationForm } from '#resources/application.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import type { ApplicationFormAnswer } from '../answers/applications.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { hasFeatureSql } from '#engine/auth/server/features.ts'
import type { RequestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { textsFor } from '#engine/export/server/texts.ts'
import type { Attachment } from '#engine/server/http/attachment.ts'
import { isObject } from '#engine/server/http/bodies.ts'
import { termsInForce } from '#features/deals/server/agreement/terms.ts'
import { readFiles } from '#engine/notes/server/noteInput.ts'
import { keepFiles } from '#engine/notes/server/writeNotes.ts'
import { createInWrite, inWrite } from '#engine/records/server/writePipeline.ts'
import { tooManyTries } from '#engine/server/rateLimit/bruteForce.ts'
import { limiterOf, consumePoints } from '#engine/server/rateLimit/limiters.ts'
import { networkOf } from '#engine/server/rateLimit/networkOf.ts'
import { documentProblem } from './documents.ts'
import { todayOf } from '#engine/records/server/change.ts'

const hour = 3600
/** So many from one client. With one e-mail address as many as it likes: anybody may use that of somebody else. */
const ofAddress = { name: 'application address', points: 30, seconds: hour }

/** A field that no person sees: whoever fills it in is a program, is thanked, and nothing is kept. */
const trap = 'homepage'

const given = [...applicationForm, 'language', 'terms', 'files', trap] as const

/** The brand that is applied for, as the public page shows it. */
interface Opened extends ApplicationFormAnswer {
  readonly id: number
  readonly companyId: number
}

async function openedForm(context: AppContext, slug: string): Promise<Opened> {
  const { db } = context.database
  const brand = await firstRow(
    db,
    sql<{
      id: number
      name: string
      companyId: number
      company: string
      country: string
      timeZone: string | null
    }>`select brand.id, brand.name, company.id as "companyId", company.name as company,
        coalesce(company.country, 'BR') as country, company.time_zone as "timeZone" from brand join company on company.id = brand.company
      where brand.slug = ${slug}::text and company.takes_applications
        and ${hasFeatureSql(sql`company.id`, 'applications')}`,
  )
  if (!brand) throw new ApiError('not_found')
  const today = todayOf(context, brand)
  const terms = await firstRow(
    db,
    sql<{ id: number; name: string; text: string }>`select id, name, text from terms
      where id = (${termsInForce(brand.companyId, today)})`,
  )
  return {
    id: Number(brand.id),
    companyId: Number(brand.companyId),
    brand: brand.name,
    company: brand.company,
    country: brand.country,
    terms: terms ? { ...terms, id: Number(terms.id) } : null,
  }
}

/** What the public page of a brand shows. @throws ApiError `not_found` where its company takes no applications */
export async function readForm(context: AppContext, slug: string): Promise<ApplicationFormAnswer> {
  const { brand, company, country, terms } = await openedForm(context, slug)
  return { brand, company, country, terms }
}

/** @throws ApiError `too_many_requests` */
export async function limitOf(
  context: AppContext,
  limit: { name: string; points: number; seconds: number },
  key: string,
): Promise<void> {
  const wait = await consumePoints(limiterOf(context, limit), key)
  if (wait !== null) throw tooManyTries(wait)
}

/** What somebody fills in, with what the brand's page adds. */
interface Filled {
  readonly values: AnyRecord
  readonly files: readonly Attachment[]
  readonly isTrapped: boolean
}

function readFilled(body: unknown, opened: Opened): Filled {
  if (!isObject(body)) throw new ApiError('invalid_request', { values: { reason: 'the body must be a JSON object' } })
  const { files, [trap]: caught, ...values } = body
  const read = readFiles(files)
  const kind = Array.isArray(read) ? documentProblem(read) : (read as Problem)
  const problems: Problem[] = [
    ...Object.keys(values)
      .filter((name) => !(given as readonly string[]).includes(name))
      .map((field) => ({ field: field.slice(0, 60), code: 'unknown_property' as const })),
    ...(kind ? [kind] : []),
    ...(opened.terms && values['terms'] !== opened.terms.id ? [{ field: 'terms', code: 'required' as const }] : []),
  ]
  if (problems.length > 0) throw validationError(problems)
  return {
    values: { ...values, brand: opened.id, company: opened.companyId },
    files: read as Attachment[],
    isTrapped: typeof caught === 'string' && caught.trim() !== '',
  }
}

/**
 * Takes an application, as the register has it, its documents as a note on it. What is answered is the same whoever is
 * known already.
 * @throws ApiError `not_found`, the problem of each field, `too_many_requests`
 */
export async function apply(
  context: AppContext,
  { slug, body, http }: { slug: string; body: unknown; http: RequestOrigin },
): Promise<void> {
  await limitOf(context, ofAddress, networkOf(http.address))
  const opened = await openedForm(context, slug)
  const { values, files, isTrapped } = readFilled(body, opened)
  if (isTrapped) return
  const actor = systemActor('application')
  const resource = application as unknown as AnyResource
  await inWrite({ context, actor, resource, origin: '', http }, async (write) => {
    const id = Number(await createInWrite(write, values))
    await keepDocuments(context, { id, language: values['language'], files, text: '' }, write.transaction)
  })
}

/** What an applicant sends beside the form stands as a note on it, where colleagues read and answer one another. */
export async function keepDocuments(
  context: AppContext,
  { id, language, files, text }: { id: number; language: unknown; files: readonly Attachment[]; text: string },
  db: Kysely<any>,
): Promise<void> {
  if (files.length === 0 && text === '') return
  const { translate } = textsFor(language)
  const said = text || translate('applications.documents')
  const note = await firstRow(
    db,
    sql<{ id: number }>`insert into note (object, record, text, author_name, created_at)
      values ('application', ${id}::bigint, ${said}::text, ${translate('applications.applicant')}::text,
        ${timestamp(context.now())}) returning id`,
  )
  await keepFiles(db, note!.id, files)
}
