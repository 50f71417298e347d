import { type Kysely, sql } from 'kysely'
import type { CorrectionPreview, CorrectionProblem, CorrectionRow } from '../../answers/corrections.ts'
import { Decimal, roundMoney } from '#engine/values/money.ts'
import { firstRow } from '#engine/server/database/rows.ts'

/** The part of the differences that is answered, those that move most first. */
export interface DifferenceWindow {
  readonly limit: number
  readonly offset: number
}

const defaultWindow: DifferenceWindow = { limit: 500, offset: 0 }

type Kept = Pick<CorrectionPreview, 'changes' | 'validFrom' | 'validTo' | 'digest' | 'totals' | 'moved'> & {
  readonly previewedAt: Date
  readonly problems: readonly Omit<CorrectionProblem, 'name'>[]
}

const nameOf = sql`coalesce((select name from affiliate where id = asked.owner and asked.owner_kind = 'affiliate'),
  (select name from partner where id = asked.owner and asked.owner_kind = 'partner'), '') as name`

/** What a correction comes to, as it is kept. */
export async function readPreview(
  db: Kysely<any>,
  id: number,
  { limit, offset }: DifferenceWindow = defaultWindow,
): Promise<CorrectionPreview> {
  const kept = await firstRow(
    db,
    sql<Kept>`select preview.changes, correction.valid_from::text as "validFrom", preview.valid_to::text as "validTo",
        preview.digest, preview.totals, preview.moved, preview.problems, preview.previewed_at as "previewedAt"
      from correction_preview preview join correction on correction.id = preview.correction
      where preview.correction = ${id}::bigint`,
  )
  if (!kept) throw new Error(`Correction ${id} was never previewed.`)
  const { rows } = await sql<
    Omit<CorrectionRow, 'was' | 'wouldBe' | 'difference'> & { was: string; wouldBe: string }
  >`select owner_kind as "ownerKind", owner, ${nameOf}, currency, day::text as day, was, would_be as "wouldBe", posting,
      products
    from correction_difference asked where correction = ${id}::bigint
    order by currency, abs(would_be - was) desc, asked.day, owner_kind, owner
    limit ${limit}::integer offset ${offset}::integer`.execute(db)
  const { rows: problems } = await sql<CorrectionProblem>`
    select owner_kind as "ownerKind", owner, ${nameOf}, currency, day, code
    from jsonb_to_recordset(${JSON.stringify(
      kept.problems.map(({ ownerKind, ...rest }) => ({ ...rest, owner_kind: ownerKind })),
    )}::text::jsonb) asked (owner_kind text, owner bigint, currency text, day text, code text)`.execute(db)
  return {
    ...kept,
    previewedAt: kept.previewedAt.toISOString(),
    count: kept.totals.reduce((sum, { days }) => sum + days, 0),
    rows: rows.map((row) => ({
      ...row,
      was: Number(row.was),
      wouldBe: Number(row.wouldBe),
      difference: Number(roundMoney(new Decimal(row.wouldBe).minus(row.was))),
    })),
    problems,
  }
}
