import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { logActivity, type LogOrigin } from '../activityLog.ts'
import {
  changeName,
  commitmentsOf,
  type LoggedChange,
  redactedNames,
  redactedValues,
  saltsOf,
} from '../lines/lineProof.ts'
import { type SealedLine, storedLines } from '../lines/storedLines.ts'
import { redactedWord, redactOperation } from './redactionLookup.ts'

/** What is to be taken out of a line, by whom and why. */
export interface RedactionRequest {
  readonly actor: Actor
  readonly request?: LogOrigin | undefined
  readonly at: Date
  readonly id: string
  /** `actor`, `address`, `url`, or `changes.NAME`: the values of a field that changed. */
  readonly fields: readonly string[]
  readonly reason: string
}

const ownValues = ['actor', 'address', 'url']
const changesPrefix = 'changes.'

/** The values behind a name that somebody gives; none where the line has no such field. */
function valuesNamed(line: SealedLine, name: string): string[] {
  if (ownValues.includes(name)) return [name]
  const isRedaction = line.object === 'activityLog' && line.operation === redactOperation
  // What a redaction says of another line is its proof; only its reason can be taken out.
  if (!name.startsWith(changesPrefix) || (isRedaction && name !== 'changes.reason')) return []
  return line.changes.flatMap(({ field }, index) =>
    field === name.slice(changesPrefix.length) ? [changeName(index)] : [],
  )
}

async function takeOut(db: Kysely<any>, line: SealedLine, names: readonly string[]): Promise<void> {
  const salts = line.redacted?.salts ?? saltsOf(line, line.seed!)
  const commitments = commitmentsOf(line, salts)
  const redacted = {
    commitments: {
      ...line.redacted?.commitments,
      ...Object.fromEntries(names.map((name) => [name, commitments[name]])),
    },
    salts: Object.fromEntries(Object.entries(salts).filter(([name]) => !names.includes(name))),
  }
  const isTaken = (name: string) => names.includes(name)
  const emptied = ({ field }: LoggedChange): LoggedChange => ({ field, ...redactedValues })
  const changes = line.changes.map((change, index) => (isTaken(changeName(index)) ? emptied(change) : change))
  const [actor, address, url] = (['actor', 'address', 'url'] as const).map((name) =>
    isTaken(name) ? null : line[name],
  )
  // The trigger that keeps the log from being changed lets nothing else through.
  await sql`select set_config('log.redacting', 'on', true)`.execute(db)
  await sql`update activity_log set actor = ${actor}::text, address = ${address}::text, url = ${url}::text,
    changes = ${JSON.stringify(changes)}::text::jsonb, sys_seed = null,
      sys_redacted = ${JSON.stringify(redacted)}::text::jsonb
    where id = ${line.id}::text::bigint`.execute(db)
  await sql`select set_config('log.redacting', 'off', true)`.execute(db)
}

/**
 * Takes values out of a line of the log, with the salts they could be found by, in the caller's transaction; a line of
 * the
 * log says who did it and why. What proves the line stays.
 * @returns every value of the line that is redacted by now.
 * @throws ApiError `not_found`, or the problem of `fields` where the line has no such value
 */
export async function redactLine(
  db: Kysely<any>,
  { actor, request, at, id, fields, reason }: RedactionRequest,
): Promise<string[]> {
  const [line] = await storedLines(db, sql`where line.id = ${id}::text::bigint for update of line`)
  // A line without a proof would lose the only one it could ever have.
  if (!line || (line.seed === null && line.redacted === null)) throw new ApiError('not_found')
  const named = fields.map((name) => valuesNamed(line, name))
  if (named.some((values) => values.length === 0))
    throw validationError([{ field: 'fields', code: 'unknown_property' }])
  const done = redactedNames(line)
  const names = [...new Set(named.flat())].filter((name) => !done.includes(name))
  if (names.length === 0) return done
  await takeOut(db, line, names)
  const taken = names.map((field) => ({ field, before: null, after: redactedWord }))
  const changes = [...taken, { field: 'reason', before: null, after: reason }]
  await logActivity(db, {
    actor,
    request,
    operation: redactOperation,
    object: 'activityLog',
    objectId: id,
    changes,
    at,
  })
  return [...done, ...names]
}
