import type { Actor } from '../../config/actor.ts'
import { can } from '../../config/derive/access.ts'
import type { AnyResource, Operation } from '../../config/resource.ts'
import type { SessionCheck } from '../auth/checkedRead.ts'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'

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
