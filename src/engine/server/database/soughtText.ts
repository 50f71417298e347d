import { type RawBuilder, sql } from 'kysely'
import { foldText, soughtWords } from '#engine/values/foldText.ts'

/** Fewest characters of which an index of three-letter pieces has one. */
const pieceLength = 3

/** Text to look for inside other text: `%`, `_` and `\` stand for themselves. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

const isAscii = (column: RawBuilder<unknown>) => sql`octet_length(${column}) = length(${column})`

/**
 * SQL condition: a column of text holds each word that was typed, without case and accents (`searchable_text`), as the
 * indexes of searched fields answer it. What is too short for them is compared as it stands wherever that says the
 * same, since every row is read.
 */
export function holdsSql(column: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  const words = soughtWords(typed)
  // Nothing but signs that are left out elsewhere: sought as they are.
  if (words.length === 0) return sql`${column} ilike ${containsPattern(typed)}::text`
  const each = (compare: (pattern: string) => RawBuilder<unknown>) =>
    sql.join(
      words.map((forms) => {
        const found = forms.map((form) => compare(containsPattern(form)))
        return found.length === 1 ? found[0]! : sql`(${sql.join(found, sql` or `)})`
      }),
      sql` and `,
    )
  const holds = sql<boolean>`(${each((pattern) => sql`searchable_text(${column}) like ${pattern}::text`)})`
  if (words.some((forms) => forms.every((form) => form.length >= pieceLength))) return holds
  return sql`case when ${isAscii(column)} then ${each((pattern) => sql`${column} ilike ${pattern}::text`)}
    else ${holds} end`
}

/** SQL condition: a column of text begins with what was typed. */
export function beginsSql(column: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  return sql`searchable_text(${column}) like ${containsPattern(foldText(typed)).slice(1)}::text`
}

/** SQL condition: a column of text is what was typed, but for case, accents, apostrophes and hyphens. */
export function isSameSql(column: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  const folded = foldText(typed)
  if (folded === '') return sql`${column} = ${typed}::text`
  // The first condition is the one that an index answers.
  return sql`(searchable_text(${column}) like ${containsPattern(folded).slice(1)}::text
    and split_part(searchable_text(${column}), chr(10), 1) = ${folded}::text)`
}
