import { requireAccess } from '../recordRequest.ts'
import { inWrite, updateInWrite } from '../writePipeline.ts'
import type { WritingRequest } from './create.ts'
import { stepUpCredentialsIn } from '../write/stepUpCredentials.ts'
import { requireId, selectRecord } from './read.ts'

/**
 * `PUT /api/{entity}/{id}`: changes a record; properties that are missing stay.
 * @returns the record as this person sees it, as JSON text.
 * @throws ApiError 403 without the role, 404 outside the scope, 409 where `version` is not the stored one, else a
 * problem for each field.
 */
export async function updateRecord(request: WritingRequest, id: string, input: unknown): Promise<string> {
  requireAccess(request, 'update')
  const parsed = requireId(id)
  return inWrite({ ...request, proof: stepUpCredentialsIn(input) }, async (write) => {
    await updateInWrite(write, { id: parsed, input })
    return (await selectRecord(request, parsed, write.transaction)) ?? JSON.stringify({ id: Number(parsed) })
  })
}
