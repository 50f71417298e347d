import type { AuthProvider } from 'react-admin'
import { resources as declaredResources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { SessionUser } from '../answers/session.ts'
import { can, readableFields, writableFields } from '#engine/declaration/derive/access.ts'
import type { AnyResource, Operation } from '#engine/declaration/resource.ts'
import { actorOfUser } from '../actorOfUser.ts'
import type { Session } from './session/session.ts'

/** react-admin's words for what can be done, in the configuration's. */
const operationOfAction: Readonly<Record<string, Operation>> = {
  list: 'list',
  export: 'list',
  show: 'read',
  read: 'read',
  edit: 'update',
  create: 'create',
  clone: 'create',
  delete: 'remove',
}

const resources = declaredResources as unknown as Readonly<Record<string, AnyResource>>

/**
 * Whether somebody may do something, as react-admin asks it: `affiliate` with `list`, or `affiliate.paymentKey` with
 * `read` or `write`.
 * What is no declared resource, and what is not asked of rights, is open to whoever is signed in; the server decides
 * again.
 */
export function mayAccess(actor: Actor, { resource: name, action }: { resource: string; action: string }): boolean {
  const [resourceName = '', field] = name.split('.')
  const resource = resources[resourceName]
  if (!resource) return true
  if (field !== undefined) {
    if (action === 'write')
      return (['create', 'update'] as const).some((operation) =>
        writableFields({ actor, resource, operation }).includes(field),
      )
    return !(field in resource.fields) || readableFields({ actor, resource }).includes(field)
  }
  const operation = operationOfAction[action]
  return operation === undefined || can({ actor, resource, operation })
}

/** react-admin's way to the session: who is here, what they may do, and how they leave. */
export function createAuthProvider(session: Session): AuthProvider {
  const userHere = (): SessionUser => {
    const user = session.isSignedIn() ? session.user() : null
    if (!user) throw new Error('Nobody is signed in')
    return user
  }
  return {
    login: (given) => session.signIn(given),
    // The session leaves the page by itself: react-admin has nowhere to go.
    async logout() {
      await session.logout()
      return false
    },
    async checkAuth() {
      userHere()
    },
    // The session tells of 401 and 403 and signs out after a moment (specification, section 8); react-admin would at
    // once.
    async checkError() {},
    async getIdentity() {
      const user = userHere()
      return { ...user, fullName: user.name }
    },
    getPermissions: async () => actorOfUser(userHere()),
    canAccess: async ({ resource, action }) => mayAccess(actorOfUser(userHere()), { resource, action }),
  }
}
