import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BankCodeRow, CodeMeaning } from '../answers/reconciliation.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Payee } from '#rules/payouts/payments.ts'
import { passAuthorsOn, storeAuthor } from '#engine/auth/server/authorship.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { type WriteContext, writeAuditEntry, newValues } from '#engine/records/server/change.ts'
import { codesIn } from './formats/cnabCodes.ts'
import type { BankCode, StatementLine } from './formats/statementLine.ts'
import type { Remembered, RememberedText } from './remembered.ts'

/** The condition of a row of the companies that somebody sees. */
const ofActor = ({ root, company }: Actor): RawBuilder<boolean> =>
  root ? sql`true` : sql`company = ${company === null ? null : String(company)}::text::bigint`

/** What people of the companies in sight said of earlier statements. */
export async function readRemembered(db: Kysely<any>, actor: Actor): Promise<Remembered> {
  const { rows: codes } = await sql<{
    company: number
    bank: string
    code: string
    means: CodeMeaning
  }>`select company, bank, code, means from bank_code where means is not null and ${ofActor(actor)}`.execute(db)
  const { rows: texts } = await sql<{
    company: number
    text: string
    owner_kind: Payee['kind'] | null
    owner: number | null
  }>`select company, text, owner_kind, owner from bank_text where ${ofActor(actor)}`.execute(db)
  return {
    codes,
    texts: texts.map(({ company, text, owner_kind: kind, owner: id }) => ({
      company,
      text,
      owner: kind === null || id === null ? null : { kind, id },
    })),
  }
}

/** Codes that no table has wait for a person's answer, once each. */
export async function queueCodes(
  { db, at }: Pick<WriteContext, 'db' | 'at'>,
  codes: readonly (BankCode & { readonly company: number })[],
): Promise<void> {
  for (const { company, bank, code } of codes)
    await sql`insert into bank_code (company, bank, code, seen_at)
      values (${company}::bigint, ${bank}::text, ${code}::text, ${timestamp(at)})
      on conflict do nothing`.execute(db)
}

/** The codes of the companies in sight: those that wait for an answer first. */
export async function readCodes(db: Kysely<any>, actor: Actor): Promise<BankCodeRow[]> {
  const { rows } = await sql<
    Omit<BankCodeRow, 'seenAt' | 'answeredAt'> & { seenAt: Date; answeredAt: Date | null }
  >`select company, bank, code, means, seen_at as "seenAt", answered_at as "answeredAt", answered_by as "answeredBy"
    from bank_code where ${ofActor(actor)} order by means is not null, seen_at desc, bank, code limit 1000`.execute(db)
  return rows.map((row) => ({
    ...row,
    seenAt: row.seenAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  }))
}

/** Remembers what a code of a bank means to a company; null forgets it, so that it waits again. */
export async function answerCode(
  change: WriteContext,
  { company, bank, code }: BankCode & { readonly company: number },
  means: CodeMeaning | null,
): Promise<void> {
  const { db, at, actor } = change
  const { rows } = await sql<{ means: CodeMeaning | null }>`select means from bank_code
    where company = ${company}::bigint and bank = ${bank}::text and code = ${code}::text for update`.execute(db)
  const by = means === null ? null : actor.name
  await sql`insert into bank_code (company, bank, code, means, seen_at, answered_at, answered_by)
    values (${company}::bigint, ${bank}::text, ${code}::text, ${means}::text, ${timestamp(at)}, ${timestamp(at)}, ${by}::text)
    on conflict (company, bank, code) do update set means = excluded.means, answered_at = excluded.answered_at,
      answered_by = excluded.answered_by`.execute(db)
  const name = nameOf({ bank, code })
  await storeAuthor(db, { object: bankCode, id: company, name, what: 'answered', author: actor, at })
  const changes = [
    { field: 'means', before: rows[0]?.means ?? null, after: means },
    ...newValues({ bank, code: code === '' ? '(blank)' : code }),
  ]
  await writeAuditEntry(change, { operation: 'answerBankCode', object: 'company', objectId: company, changes })
}

const bankCode = 'bankCode'
const nameOf = ({ bank, code }: BankCode) => `${bank} ${code}`

/**
 * Whoever said what the codes of a statement mean is an author of what follows from it, as much as whoever confirms it.
 * @param to what follows: a stored file, or a payee whose money is due again
 */
export async function passCodeAuthorsOn(
  { db, at }: Pick<WriteContext, 'db' | 'at'>,
  { lines, companies }: { lines: readonly StatementLine[]; companies: Iterable<number> },
  to: { readonly object: string; readonly id: number; readonly what: string },
): Promise<void> {
  const codes = lines.flatMap(({ code }) =>
    code ? [code, ...codesIn(code.code).map((part) => ({ ...code, code: part }))] : [],
  )
  const names = [...new Set(codes.map(nameOf))]
  if (names.length === 0) return
  for (const company of companies)
    await passAuthorsOn(db, { ...to, at, from: { object: bankCode, id: company, names } })
}

/** Remembers whose a bank's text is; the last word counts. */
export async function rememberText(
  change: WriteContext,
  { company, text, owner }: RememberedText & { readonly company: number },
): Promise<void> {
  const { db, at, actor } = change
  await sql`insert into bank_text (company, text, owner_kind, owner, said_at, said_by)
    values (${company}::bigint, ${text}::text, ${owner?.kind ?? null}::text, ${owner?.id ?? null}::bigint,
      ${timestamp(at)}, ${actor.name}::text)
    on conflict (company, text) do update set owner_kind = excluded.owner_kind, owner = excluded.owner,
      said_at = excluded.said_at, said_by = excluded.said_by`.execute(db)
  const changes = newValues({ text, ...(owner ? { [owner.kind]: owner.id } : {}) })
  await writeAuditEntry(change, { operation: 'rememberBankText', object: 'company', objectId: company, changes })
}
