import type { LogOrigin } from '#engine/activityLog/server/activityLog.ts'
import { type RecordRequest, requireAccess } from '../recordRequest.ts'
import { createInWrite, inWrite } from '../writePipeline.ts'
import { stepUpCredentialsIn } from '../write/stepUpCredentials.ts'
import { requireQuota } from '../write/quota.ts'
import { selectRecord } from './read.ts'

/** A request that writes, with where it came from. */
export interface WritingRequest extends RecordRequest {
  readonly http?: LogOrigin | undefined
}

/**
 * `POST /api/{entity}`: makes a record.
 * @returns the record as this person sees it, as JSON text.
 * @throws ApiError 403 without the role, else a problem for each field.
 */
export async function createRecord(request: WritingRequest, input: unknown): Promise<string> {
  requireAccess(request, 'create')
  return inWrite({ ...request, proof: stepUpCredentialsIn(input) }, async (write) => {
    await requireQuota(write)
    const id = await createInWrite(write, input)
    return (await selectRecord(request, id, write.transaction)) ?? JSON.stringify({ id: Number(id) })
  })
}
