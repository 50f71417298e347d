import type { Problem } from '#engine/declaration/problems.ts'
import type { Attachment } from '#engine/server/http/attachment.ts'

/** What documents of people whom nobody knows may be, by the bytes with which such a file begins. */
const kinds = { PDF: [0x25, 0x50, 0x44, 0x46], PNG: [0x89, 0x50, 0x4e, 0x47], JPEG: [0xff, 0xd8, 0xff] } as const

const isOfKind = ({ content }: Attachment) =>
  Object.values(kinds).some((begin) => begin.every((byte, place) => content[place] === byte))

/** What is wrong with documents: one that is none of the kinds that are taken, whatever its name says. */
export function documentProblem(files: readonly Attachment[]): Problem | null {
  return files.every(isOfKind)
    ? null
    : { field: 'files', code: 'document_kind', values: { kinds: Object.keys(kinds).join(', ') } }
}
