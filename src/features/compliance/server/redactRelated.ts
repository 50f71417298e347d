import { type Kysely, sql } from 'kysely'
import { redactedWord } from '#engine/activityLog/server/redaction/redactionLookup.ts'

/** Takes out of rows of tables that are no resource's what they tell of a record's person. */
type Taken = (transaction: Kysely<any>, id: string) => Promise<void>

/**
 * Copies of what was declared of a site. The digest stays, by which whoever kept a copy of their own goes on proving it,
 * and the log's seal of it; staff who declared for somebody stay named.
 */
const siteDecisions: Taken = async (transaction, id) => {
  const byStaff = (column: string) => sql`exists (select from "user" where email = ${sql.ref(column)})`
  await sql`update site_decision set redacted = true, reason = case when reason is null then null
        else ${redactedWord}::text end,
      declared_by = case when declared_by is null or ${byStaff('declared_by')} then declared_by
        else '#' || affiliate end,
      declaration = declaration || jsonb_build_object('address', '#' || site, 'usage', ${redactedWord}::text)
    where site = ${id}::text::bigint`.execute(transaction)
  await sql`update affiliate_site set sys_declared_by = null where id = ${id}::text::bigint
    and not ${byStaff('sys_declared_by')}`.execute(transaction)
}

/** Addresses that were told, and what stopping a change would put back. */
const accessChanges: Taken = async (transaction, id) => {
  await sql`update access_change set label = null, before = null, addresses = '{}', stop_hash = null,
    author_name = case when is_by_staff then author_name else ${redactedWord}::text end
    where affiliate = ${id}::text::bigint`.execute(transaction)
}

/**
 * The name under which an affiliate's people wrote. The account stays, on which the second pair of eyes depends; staff
 * stay named.
 */
async function redactAuthors(
  transaction: Kysely<any>,
  { object, id, name }: { object: string; id: string; name: string },
): Promise<void> {
  await sql`select set_config('office.redacts', 'true', true)`.execute(transaction)
  await sql`update authorship set author_name = ${redactedWord}::text where object = ${object}::text
    and object_id = ${id}::text::bigint and author_kind <> 'user' and author_name = ${name}::text`.execute(transaction)
  await sql`select set_config('office.redacts', '', true)`.execute(transaction)
}

/**
 * What imports keep of a record: files that name it and were not imported are removed, and rows tell its number. A row
 * that was refused is known by the name in it alone.
 */
async function redactImports(
  transaction: Kysely<any>,
  { object, id, name }: { object: string; id: string; name: string },
): Promise<void> {
  const isTheirs = sql`(kept.record = ${id}::text::bigint or (kept.record is null and kept.name = ${name}::text))`
  await sql`delete from record_import using record_import_row kept where kept.import = record_import.id
    and object = ${object}::text and imported_at is null and ${isTheirs}`.execute(transaction)
  await sql`update record_import_row kept set name = '#' || ${id}::text, detail = null from record_import
    where record_import.id = kept.import and object = ${object}::text and ${isTheirs}`.execute(transaction)
}

const taken: Readonly<Record<string, Taken>> = { affiliateSite: siteDecisions, affiliate: accessChanges }

/** Takes out of what is kept beside a record what it tells of the person, who wrote under this name. */
export async function redactBeside(
  transaction: Kysely<any>,
  record: { readonly object: string; readonly id: string; readonly name: string },
): Promise<void> {
  await taken[record.object]?.(transaction, record.id)
  await redactImports(transaction, record)
  await redactAuthors(transaction, record)
}
