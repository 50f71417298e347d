import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { AnyResource, Operation } from '#engine/declaration/resource.ts'
import type { SessionCheck } from '#engine/auth/server/checkedRead.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'

/** What every operation on records is given. */
export interface RecordRequest {
  readonly context: AppContext
  readonly actor: Actor
  readonly resource: AnyResource
  /** Scheme and host under which the client reaches this server, for computed addresses. */
  readonly origin: string
  /** Where the session is checked by the statement that reads, on the primary. */
  readonly check?: SessionCheck
}

/** Refuses with 403 who may not do this with records of this resource. */
export function requireAccess(
  { actor, resource }: Pick<RecordRequest, 'actor' | 'resource'>,
  operation: Operation,
): void {
  if (!can({ actor, resource, operation })) throw new ApiError('forbidden')
}
