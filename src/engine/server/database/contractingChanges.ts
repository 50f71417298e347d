/*
 * While servers are replaced one by one, those of the version before go on beside the new ones. A migration that only
 * adds lets them; one that takes away, renames or asks for more of each row does not, and is told from its text.
 */

/** What takes away or renames what servers of the version before name, or asks for more of each row that they write. */
const takingAway = [
  /\bdrop\s+(?:table|view|column|function|type|default|index|constraint\s+\w+_p?key)\b[^;,\n]*/gi,
  /\brename\s+(?:to|column)\b[^;,\n]*/gi,
  /\balter\s+(?:column\s+)?\S+\s+(?:set\s+not\s+null|(?:set\s+data\s+)?type)\b[^;,\n]*/gi,
]
/** A column that each new row must bring. */
const addedColumns = /\badd\s+column\b[^;,\n]*/gi
const isAskedFor = (column: string) => /\bnot\s+null\b/i.test(column) && !/\b(?:default|generated)\b/i.test(column)
const comments = /--[^\n]*/g
/** What no statement shows (rows mean something else from now on), said by whoever writes the migration. */
const saidSo = /^--\s*takes away:\s*\S[^\n]*/gim

/** What of a migration servers of the version before cannot live with; empty where it only adds. */
export function contractingChanges(sql: string): string[] {
  const text = sql.replaceAll(comments, '')
  const said = (sql.match(saidSo) ?? []).map((line) => line.replace(/^--\s*/, ''))
  const asked = (text.match(addedColumns) ?? []).filter(isAskedFor)
  const taken = takingAway.flatMap((pattern) => text.match(pattern) ?? [])
  return [...said, ...taken, ...asked].map((found) => found.replaceAll(/\s+/g, ' ').trim())
}
