import { validateInput } from '#engine/declaration/derive/validator.ts'
import { boolean, date, integer, text } from '#engine/declaration/fields/index.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { propertiesOf } from '#engine/server/http/bodies.ts'
import { type Attachment, readAttachment } from '#engine/server/http/attachment.ts'

const mentionsMax = 20
const filesMax = 4

const said = { text: text({ required: true, max: 4000 }) }
const noteFields = { ...said, shared: boolean(), taskFor: integer({ min: 1 }), due: date() }

/** What somebody writes on a record. */
export interface WrittenNote {
  readonly text: string
  /** Whether whom the record belongs to reads it. */
  readonly isShared: boolean
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

/** The files of a body, `[{name, content}]`, or what is wrong with them. */
export function readFiles(given: unknown): Attachment[] | Problem {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given))
    return { field: 'files', code: 'invalid_type', values: { expected: 'a list of {name, content}' } }
  if (given.length > filesMax) return { field: 'files', code: 'too_many_items', values: { max: filesMax } }
  const read = given.map((each) => readAttachment(each))
  const wrong = read.find((each): each is Problem => each !== null && 'field' in each)
  return wrong ? { ...wrong, field: 'files' } : read.filter((each): each is Attachment => each !== null)
}

const isProblem = (read: object): read is Problem => 'code' in read

interface NoteValues {
  readonly text: string
  readonly shared: boolean | null
  readonly taskFor: number | null
  readonly due: string | null
}

/** What a note for colleagues has and one that is shared has not: it names nobody of them. */
const amongColleagues = ({ mentions, taskFor }: Pick<WrittenNote, 'mentions' | 'taskFor'>): Problem[] => [
  ...(mentions.length > 0 ? [{ field: 'mentions', code: 'not_applicable' as const }] : []),
  ...(taskFor === null ? [] : [{ field: 'taskFor', code: 'not_applicable' as const }]),
]

/**
 * Reads `{text, shared?, mentions?, taskFor?, due?, files?}`.
 * @throws ApiError 400, with all that is wrong
 */
export function readWrittenNote(body: unknown): WrittenNote {
  const { mentions: givenMentions, files: givenFiles, ...input } = propertiesOf(body)
  const validated = validateInput({ fields: noteFields, input })
  const [mentions, files] = [mentionsOf(givenMentions), readFiles(givenFiles)]
  const problems = [
    ...(validated.ok ? [] : validated.problems),
    ...[mentions, files].flatMap((read) => (isProblem(read) ? [read] : [])),
  ]
  if (!validated.ok || problems.length > 0) throw validationError(problems)
  const { text: words, shared, taskFor, due } = validated.values as unknown as NoteValues
  if (due !== null && taskFor === null) throw validationError([{ field: 'taskFor', code: 'required' }])
  const note = { text: words, isShared: shared ?? false, taskFor, due, mentions: mentions as number[] }
  const named = note.isShared ? amongColleagues(note) : []
  if (named.length > 0) throw validationError(named)
  return { ...note, files: files as Attachment[] }
}

/**
 * Reads `{text, files?}`: what somebody in a session of their own asks or answers.
 * @throws ApiError 400, with all that is wrong
 */
export function readQuestion(body: unknown): WrittenNote {
  const { files: givenFiles, ...input } = propertiesOf(body)
  const validated = validateInput({ fields: said, input })
  const files = readFiles(givenFiles)
  const problems = [...(validated.ok ? [] : validated.problems), ...(isProblem(files) ? [files] : [])]
  if (!validated.ok || problems.length > 0) throw validationError(problems)
  const { text: words } = validated.values as unknown as NoteValues
  return { text: words, isShared: true, taskFor: null, due: null, mentions: [], files: files as Attachment[] }
}
