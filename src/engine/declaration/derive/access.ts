import {
  type Actor,
  subtreeActorKind,
  isSelfServiceActor,
  isScopedToPartner,
  selfActorKind,
  partnerScopeDimension,
} from '../actor.ts'
import { type FeatureReader, isSwitchedOn } from '../feature.ts'
import type { SelfFieldAccess } from '../fields/common.ts'
import type { Field } from '../fields/index.ts'
import type { Report } from '../report.ts'
import {
  actionAccess,
  type AnyResource,
  type SelfRecordAccess,
  type Operation,
  type ResourceAction,
  scopeOf,
} from '../resource.ts'

type Asker = Pick<Actor, 'kind' | 'root' | 'roles'> & FeatureReader

/** Whether what is said of sessions of one's own opens something to them; nothing is where nothing is said. */
const opens = (said: SelfRecordAccess | SelfFieldAccess | undefined, what: 'read' | 'write' | Operation) =>
  said === 'self'
    ? what === 'read' || what === 'list'
    : (said as Record<string, unknown> | undefined)?.[what] === 'self'

const holdsAny = (actor: Asker, needed: readonly string[]) =>
  needed.some((role) => role !== 'root' && (actor.roles as ReadonlySet<string>).has(role))

/** Whether a resource is declared for whoever reads what hangs below them, in a session of their own. */
const opensBelow = ({ kind }: Asker, { access }: AnyResource) =>
  kind === subtreeActorKind && access[subtreeActorKind] === 'subtree'

/** What somebody's roles open of a resource. */
function canByRole(actor: Asker, resource: AnyResource, operation: Operation): boolean {
  const needed = resource.access[operation] ?? resource.access.role
  return needed !== 'nobody' && (actor.root || holdsAny(actor, [needed]))
}

/**
 * May this person do this with records of this resource at all? Which records is a matter of scope, which fields of
 * `readableFields` and `writableFields`.
 */
export function can({
  actor,
  resource,
  operation,
}: {
  actor: Asker
  resource: AnyResource
  operation: Operation
}): boolean {
  if (actor.kind === 'system') return true
  if (!isSwitchedOn(actor, resource)) return false
  if (isSelfServiceActor(actor)) return opens(resource.access[selfActorKind], operation)
  const isRead = operation === 'list' || operation === 'read'
  return canByRole(actor, resource, operation) || (isRead && opensBelow(actor, resource))
}

/**
 * May this person let others in who read as the owner of records, by a key or an account of their own? Only who reads
 * all that is declared `grantedByReaders`: what one may not read oneself is not opened by letting somebody in. Features
 * that are off do not count: the key outlives the day on which they are turned on.
 */
export function mayLetIn(actor: Asker, resources: Readonly<Record<string, AnyResource>>): boolean {
  const asIfOn = { ...actor, switchedOff: [] }
  return Object.values(resources).every(
    (resource) => !resource.access.grantedByReaders || can({ actor: asIfOn, resource, operation: 'read' }),
  )
}

/**
 * Notes are written among colleagues: whoever signed in with a key is none, and whoever is tied to a partner is one
 * where records hang below partners alone. Where they are shared, those in sessions of their own read what is shared with
 * them. Which records is a matter of scope.
 */
export function mayReadNotes({
  actor,
  resource,
}: {
  actor: Asker & Pick<Actor, 'userId'> & Parameters<typeof isScopedToPartner>[0]
  resource: AnyResource
}): boolean {
  if (resource.notes === undefined || !can({ actor, resource, operation: 'read' })) return false
  if (isSelfServiceActor(actor)) return resource.notes !== true
  if (actor.userId === null) return false
  return !isScopedToPartner(actor) || scopeOf(resource)[partnerScopeDimension] !== undefined
}

const mayRead = (actor: Asker, field: Field) =>
  isSwitchedOn(actor, field) &&
  field.kind !== 'password' &&
  (!isSelfServiceActor(actor) || opens(field.access?.[selfActorKind], 'read')) &&
  (actor.root ||
    actor.kind === 'system' ||
    isSelfServiceActor(actor) ||
    !field.access?.read ||
    holdsAny(actor, field.access.read))
const mayWrite = (actor: Asker, field: Field) =>
  isSwitchedOn(actor, field) &&
  !field.readOnly &&
  field.kind !== 'computed' &&
  (!isSelfServiceActor(actor) || opens(field.access?.[selfActorKind], 'write')) &&
  (actor.root ||
    actor.kind === 'system' ||
    isSelfServiceActor(actor) ||
    !field.access?.write ||
    holdsAny(actor, field.access.write))

/** The fields this person sees: what is not among them can be neither read, filtered, sorted nor exported. */
export function readableFields({ actor, resource }: { actor: Asker; resource: AnyResource }): string[] {
  // What no role opens is read as far as it is declared.
  const isDeclared = opensBelow(actor, resource) && !canByRole(actor, resource, 'read')
  return Object.entries(resource.fields)
    .filter(([, field]) => mayRead(actor, field) && (!isDeclared || field.access?.[subtreeActorKind] === 'subtree'))
    .map(([name]) => name)
}

/** The fields this person may set. */
export function writableFields({
  actor,
  resource,
  operation,
}: {
  actor: Asker
  resource: AnyResource
  operation: 'create' | 'update'
}): string[] {
  return Object.keys(resource.fields).filter((name) => {
    const field = resource.fields[name]!
    return mayWrite(actor, field) && !(operation === 'update' && field.createOnly)
  })
}

/** May this person run this action? Where it names no roles, whoever may update. */
export function mayRunAction({
  actor,
  resource,
  action,
}: {
  actor: Asker
  resource: AnyResource
  action: ResourceAction
}): boolean {
  if (!isSwitchedOn(actor, resource)) return false
  const { roles, [selfActorKind]: own } = actionAccess(action)
  if (isSelfServiceActor(actor)) return own === 'self'
  if (roles === undefined) return can({ actor, resource, operation: 'update' })
  if (roles === 'nobody') return false
  return actor.root || actor.kind === 'system' || holdsAny(actor, roles)
}

/** May this person open this report with a session? All its roles are needed. */
export function mayReadReport({ actor, report }: { actor: Asker; report: Report }): boolean {
  if (!isSwitchedOn(actor, report)) return false
  if (isSelfServiceActor(actor)) return report.access?.[selfActorKind] === 'self'
  if (actor.kind === subtreeActorKind && report.access?.[subtreeActorKind] === 'subtree') return true
  if (!report.openTo.includes('session')) return false
  return actor.root || actor.kind === 'system' || report.roles.every((role) => actor.roles.has(role))
}

/**
 * Does this person see what the brands call their players? Whoever reads what single affiliates brought; others see
 * that there was one.
 */
export function seesPlayers(actor: Asker): boolean {
  return actor.root || actor.kind === 'system' || actor.roles.has('activityPerAffiliate')
}

const refersTo = (resource: AnyResource, target: string) =>
  Object.values(resource.fields).some((field) => field.target === target)

/**
 * May this person read id and name of this resource's records? Whoever may list it, and whoever sees or edits something
 * that refers to it
 * or may open a report that is filtered by it: without the names they could not do their work.
 */
export function canReadOptions({
  actor,
  resource,
  resources,
  reports = {},
}: {
  actor: Asker
  resource: AnyResource
  resources: Readonly<Record<string, AnyResource>>
  reports?: Readonly<Record<string, Report>>
}): boolean {
  if (!isSwitchedOn(actor, resource)) return false
  if (can({ actor, resource, operation: 'list' })) return true
  if (isSelfServiceActor(actor)) return resource.access[selfActorKind] === 'names'
  const { role, options } = resource.access
  if (role === 'root') return options !== undefined && holdsAny(actor, [options])
  const isReferred = Object.values(resources).some(
    (other) =>
      refersTo(other, resource.name) &&
      other.access.role !== 'root' &&
      can({ actor, resource: other, operation: 'list' }),
  )
  const isFilter = Object.values(reports).some(
    (report) => (report.filters as readonly string[]).includes(resource.name) && mayReadReport({ actor, report }),
  )
  return isReferred || isFilter
}

/** Does this person see all of what stands in a field, and not a part of it? */
export function seesUnmasked({ actor, field }: { actor: Asker; field: Field }): boolean {
  return !field.masked || actor.root || actor.kind === 'system' || holdsAny(actor, field.masked)
}
