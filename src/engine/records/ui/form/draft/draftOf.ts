import type { Actor } from '#engine/declaration/actor.ts'
import { writableFields } from '#engine/declaration/derive/access.ts'
import { sameValue } from '#engine/declaration/derive/difference.ts'
import type { FieldKind } from '#engine/declaration/fields/index.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { Draft } from '#engine/auth/ui/session/drafts.ts'

interface FormState {
  readonly resource: AnyResource
  readonly actor: Actor
  readonly operation: 'create' | 'update'
  /** What the form holds. */
  readonly values: AnyRecord
  /** What it began with. */
  readonly initial: AnyRecord
  readonly opened: AnyRecord | null
}

/** Kinds whose values stay in memory no longer than their form: where money goes, and what opens doors. */
const secretKinds: ReadonlySet<FieldKind> = new Set(['password', 'paymentKey'])

const orNull = (value: unknown) => (value === '' ? null : value)

/** What a form holds beyond what it began with, without its secrets; null where nothing is unsaved. */
export function draftOf({ resource, actor, operation, values, initial, opened }: FormState): Draft | null {
  const changed = writableFields({ actor, resource, operation }).filter(
    (name) => !sameValue(orNull(values[name]), orNull(initial[name])),
  )
  const isSecret = (name: string) => secretKinds.has(resource.fields[name]!.kind)
  if (changed.length === 0) return null
  return {
    values: Object.fromEntries(changed.filter((name) => !isSecret(name)).map((name) => [name, values[name]])),
    left: changed.filter(isSecret),
    opened,
  }
}
