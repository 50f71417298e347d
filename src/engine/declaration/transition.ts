import type { ErrorCode } from './errorCatalogue.ts'
import type { FieldMap } from './fields/index.ts'
import type { RoleName, TransitionEffectName } from './names.ts'
import type { AnyResource } from './resource.ts'

/** A decision about a record: it moves the record from one state to another. */
export interface Transition<State extends string = string, FieldName extends string = string> {
  readonly from: State | readonly State[]
  readonly to: State
  /** Who may: all of these roles. Whoever may change the record, where nothing is said. */
  readonly roles?: readonly RoleName[]
  /** `another`: no author of the record, nor an account behind which an author stands. */
  readonly by?: 'another'
  /** What makes an account an author, for people who read of it. */
  readonly authors?: readonly string[]
  /** `code`: with a code of the authenticator, of everybody who has one. */
  readonly proof?: 'code'
  /** The `version` that was looked at is sent with it: what changed since is not decided about. */
  readonly seen?: 'version'
  /** What is asked for beside it. */
  readonly input?: FieldMap
  /** Fields that it fills: with who decides (`actor`), the moment (`now`), nothing (`empty`), or the input of a name. */
  readonly sets?: { readonly [Name in FieldName]?: string }
  /** What is done beside it, in its transaction. */
  readonly effect?: TransitionEffectName
  /** The refusal of a record in another state; `stale_version` where nothing is said. */
  readonly refusal?: ErrorCode
  /** It moves money: refused where this server's clock is not the database's. */
  readonly money?: 'moves'
  /** `record`: the record is answered as whoever decides sees it; its state alone, where nothing is said. */
  readonly answers?: 'record'
  /** What it is for, in `/openapi.json`. */
  readonly summary?: string
}

/** The states of a resource's records, and what leads from one to another. */
export interface Lifecycle<Field extends string = string, State extends string = string, Name extends string = string> {
  /** The choice that holds the state. */
  readonly state: Field
  /** The states to which the server brings a record by itself: how one begins, or waits again once it is changed. */
  readonly begins: readonly State[]
  readonly transitions: Readonly<Record<string, Transition<State, Name>>>
}

/** By resource. */
export type Lifecycles = Readonly<Record<string, Lifecycle>>

type StatesOf<Field> = Field extends { kind: 'choice'; choices: { values: readonly (infer State extends string)[] } }
  ? State
  : never
type LifecycleOf<Fields extends FieldMap> = {
  [Name in keyof Fields & string]: StatesOf<Fields[Name]> extends never
    ? never
    : Lifecycle<Name, StatesOf<Fields[Name]>, keyof Fields & string>
}[keyof Fields & string]

/**
 * Declares the decisions about records. Route and document, who may, the check of the state, the audit entry, buttons,
 * dialogs and the row of `docs/security.md` follow from it; labels are `transitions` of each language.
 * @example
 * defineTransitions<Resources>()({
 *   media: {
 *     state: 'state',
 *     begins: ['draft'],
 *     transitions: { approve: { from: 'draft', to: 'approved', by: 'another', authors: ['wrote it'], proof: 'code' } },
 *   },
 * })
 */
export const defineTransitions =
  <Resources extends Readonly<Record<string, { fields: FieldMap }>>>() =>
  <const Declared extends { readonly [Name in keyof Resources]?: LifecycleOf<Resources[Name]['fields']> }>(
    declared: Declared,
  ): Declared =>
    declared

/** The states from which a transition leads. */
export const statesBefore = ({ from }: Transition): readonly string[] => [from].flat()

/** Whether records keep the users who wrote of them since they were approved last. */
export const keepsAuthors = ({ fields }: AnyResource): boolean =>
  Object.values(fields).some(({ kind, name }) => kind === 'computed' && name === 'authors')

/** The decisions that need another person, in the form of those that are declared by their calls. */
export function decisionsOf(lifecycles: Lifecycles, resources: Readonly<Record<string, AnyResource>>) {
  return Object.fromEntries(
    Object.entries(lifecycles).map(([resource, { transitions }]) => [
      resource,
      Object.fromEntries(
        Object.entries(transitions)
          .filter(([, { by }]) => by === 'another')
          .map(([name, { roles, authors = [], proof = 'none' }]) => {
            const { update, role } = resources[resource]!.access
            const path = `/api/${resource}/:id/${name}` as const
            return [name, { path, roles: roles ?? [(update ?? role) as RoleName], authors, proof }]
          }),
      ),
    ]),
  )
}
