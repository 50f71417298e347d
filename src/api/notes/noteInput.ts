import { validateInput } from '../../config/derive/validator.ts'
import { date, integer, text } from '../../config/fields/index.ts'
import type { Problem } from '../../config/problems.ts'
import { problemsError } from '../errors.ts'
import { propertiesOf } from '../http/bodies.ts'
import { type Attachment, readAttachment } from '../http/attachment.ts'

const mentionsMax = 20
const filesMax = 4

const noteFields = { text: text({ required: true, max: 4000 }), taskFor: integer({ min: 1 }), due: date() }

/** What somebody writes on a record. */
export interface WrittenNote {
  readonly text: string
  readonly mentions: readonly number[]
  /** Who is to do it, and until when. */
  readonly taskFor: number | null
  readonly due: string | null
  readonly files: readonly Attachment[]
}

function mentionsOf(given: unknown): number[] | Problem {
  if (given === undefined || given === null) return []
  const isList = Array.isArray(given) && given.every((id) => Number.isSafeInteger(id) && id > 0)
  if (!isList) return { field: 'mentions', code: 'invalid_type', values: { expected: 'a list of ids' } }
  return given.length > mentionsMax
    ? { field: 'mentions', code: 'too_many_items', values: { max: mentionsMax } }
    : [...new Set(given as number[])]
}

function filesOf(given: unknown): Attachment[] | Problem {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given))
    return { field: 'files', code: 'invalid_type', values: { expected: 'a list of {name, content}' } }
  if (given.length > filesMax) return { field: 'files', code: 'too_many_items', values: { max: filesMax } }
  const read = given.map((each) => readAttachment(each))
  const wrong = read.find((each): each is Problem => each !== null && 'field' in each)
  return wrong ? { ...wrong, field: 'files' } : read.filter((each): each is Attachment => each !== null)
}

const isProblem = (read: object): read is Problem => 'code' in read

/**
 * Reads `{text, mentions?, taskFor?, due?, files?}`.
 * @throws ApiError 400, with all that is wrong
 */
export function readWrittenNote(body: unknown): WrittenNote {
  const { mentions: givenMentions, files: givenFiles, ...input } = propertiesOf(body)
  const validated = validateInput({ fields: noteFields, input })
  const [mentions, files] = [mentionsOf(givenMentions), filesOf(givenFiles)]
  const problems = [
    ...(validated.ok ? [] : validated.problems),
    ...[mentions, files].flatMap((read) => (isProblem(read) ? [read] : [])),
  ]
  if (!validated.ok || problems.length > 0) throw problemsError(problems)
  const { text: said, taskFor, due } = validated.values as Pick<WrittenNote, 'text' | 'taskFor' | 'due'>
  if (due !== null && taskFor === null) throw problemsError([{ field: 'taskFor', code: 'required' }])
  return { text: said, taskFor, due, mentions: mentions as number[], files: files as Attachment[] }
}
