import { type Kysely, sql } from 'kysely'
import { partnerLevel } from '#resources/partnerLevel.ts'

const names = ['Manager', 'Promoter', 'Partner'] as const

/** A partner level that a company begins with. */
export interface StartingLevel {
  readonly id: number
  readonly name: string
  readonly company: number
  readonly level: number
  readonly parent: number | null
  readonly expression: string
}

/** Makes the three partner levels that a company begins with, the highest first. */
export async function insertStartingLevels(db: Kysely<any>, company: number): Promise<StartingLevel[]> {
  const expression = partnerLevel.fields.expression.default
  const made: StartingLevel[] = []
  for (const [index, name] of names.entries()) {
    const level = { name, company, level: index + 1, parent: made.at(-1)?.id ?? null, expression }
    const { rows } = await sql<{ id: unknown }>`insert into partner_level (name, company, level, parent, expression)
      values (${name}, ${company}, ${level.level}, ${level.parent}, ${expression}) returning id`.execute(db)
    const id = Number(rows[0]!.id)
    await sql`insert into partner_level_history (record, valid_from, expression)
      values (${id}, '-infinity', ${expression})`.execute(db)
    made.push({ id, ...level })
  }
  return made
}
