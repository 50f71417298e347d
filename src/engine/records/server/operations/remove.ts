import { ApiError } from '#engine/server/http/errors.ts'
import { requireAccess } from '../recordRequest.ts'
import { inWrite, removeInWrite } from '../writePipeline.ts'
import type { WritingRequest } from './create.ts'
import { requireId, selectRecord } from './read.ts'

/**
 * `DELETE /api/{entity}/{id}`.
 * @returns the record as it was, as JSON text.
 * @throws ApiError 403 without the role, 404 outside the scope, 409 where something refers to it or it has history.
 */
export async function removeRecord(request: WritingRequest, id: string): Promise<string> {
  requireAccess(request, 'remove')
  const parsed = requireId(id)
  return inWrite(request, async (write) => {
    const record = await selectRecord(request, parsed, write.transaction)
    if (record === null) throw new ApiError('not_found')
    await removeInWrite(write, parsed)
    return record
  })
}
