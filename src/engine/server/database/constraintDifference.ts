import type { DeclaredConstraint, DeclaredTable } from '#engine/declaration/derive/declaredTable.ts'
import type { ExistingTable } from './readSchema.ts'

/*
 * Constraints that follow from the configuration carry their definition as a comment: PostgreSQL prints them in its own
 * words, which cannot be compared. A constraint without such a comment is somebody else's and left alone.
 */

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

function added(table: string, { name, definition }: DeclaredConstraint, validity = ''): string {
  const alter = `ALTER TABLE ${quote(table)} DROP CONSTRAINT IF EXISTS ${quote(name)}, ADD CONSTRAINT ${quote(name)}`
  return `${alter} ${definition}${validity};\nCOMMENT ON CONSTRAINT ${quote(name)} ON ${quote(table)} IS ${literal(definition)};`
}

/** Rows that are there are looked at by themselves, so that nobody waits for it. */
function addedBeside(table: string, constraint: DeclaredConstraint): string[] {
  const validate = `ALTER TABLE ${quote(table)} VALIDATE CONSTRAINT ${quote(constraint.name)};`
  return [added(table, constraint, ' NOT VALID'), validate]
}

/** Noted of a table whose constraints all follow from the configuration. One of before that gets this note gets them, too. */
const heldNote = 'Its constraints follow from the configuration.'

/** The constraints of a table that is made now. */
export function newConstraints({ name, constraints }: DeclaredTable): string[] {
  if (!constraints) return []
  const note = `COMMENT ON TABLE ${quote(name)} IS ${literal(heldNote)};`
  return [...constraints.map((constraint) => added(name, constraint)), note]
}

/**
 * What brings the constraints of a table to what is declared: of new columns always; of others where the table was made
 * with constraints. Tables of before that are held by the checks of each write alone.
 */
export function constraintDifference({ name, constraints = [] }: DeclaredTable, present: ExistingTable): string[] {
  const ours = present.constraints.filter(({ said }) => said !== null)
  const gone = ours.filter((each) => !constraints.some((constraint) => constraint.name === each.name))
  const isNew = ({ column }: DeclaredConstraint) => !present.columns.some((each) => each.name === column)
  const changed = constraints.filter((constraint) => {
    const own = ours.find((each) => each.name === constraint.name)
    return own ? own.said !== constraint.definition : present.said === heldNote || isNew(constraint)
  })
  return [
    ...gone.map((each) => `ALTER TABLE ${quote(name)} DROP CONSTRAINT IF EXISTS ${quote(each.name)};`),
    ...changed.flatMap((constraint) => (isNew(constraint) ? [added(name, constraint)] : addedBeside(name, constraint))),
  ]
}
