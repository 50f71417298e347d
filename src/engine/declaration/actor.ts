import type { FeatureReader } from './feature.ts'
import type { RoleName } from './names.ts'

/**
 * By what somebody's view is narrowed: to a company, of its records to those of some brands, of these to what lies below a
 * partner, or to the affiliates that they manage.
 */
export const scopeDimensions = ['company', 'brand', 'partner', 'manager'] as const

/** One of {@link scopeDimensions}. */
export type ScopeDimension = (typeof scopeDimensions)[number]

/** The table of a dimension whose name differs from it. */
export const dimensionTarget = (dimension: ScopeDimension): string => (dimension === 'manager' ? 'user' : dimension)

/** Of these a record belongs to one alone. */
export const soleDimension: ScopeDimension = 'company'

/** Who does something: there is always one, and the activity log names it. */
export interface Actor extends FeatureReader {
  /**
   * A signed-in person of the operator's, the holder of a partner's key, an affiliate, or the product itself (jobs,
   * commands, ingest).
   */
  readonly kind: 'user' | 'partner' | 'affiliate' | 'system'
  /** The user's id; null for who holds a key, and the system. */
  readonly userId: number | null
  /** As the activity log shows it: an e-mail address, a partner's name, `system:close`. */
  readonly name: string
  /** Sees and may do everything. */
  readonly root: boolean
  readonly roles: ReadonlySet<RoleName>
  /** The company whose records are visible; null sees none but where root. */
  readonly company: number | null
  /** By whose clock its days are, where the company names a zone (IANA). */
  readonly timeZone?: string
  /** Brands of that company that are visible; an empty list sees no brand's records. */
  readonly allowedBrands: readonly number[]
  /** Only this partner's subtree is visible; null does not narrow. */
  readonly partner: number | null
  /** The user's own id, if it sees only affiliates that it manages and their records. */
  readonly manager?: number
  /** Of an affiliate's own session: of what is declared for it, its own alone is visible. Absent for everybody else. */
  readonly affiliate?: number
  /** Which of the affiliate's people signed in; absent where its key did. */
  readonly affiliateUser?: number
  /** Of a session that an access key opened: which one. */
  readonly accessKey?: number
  /** Who stands behind an access key or one of an affiliate's people, as the activity log says it beside the name. */
  readonly through?: string
  /** The session's id, where there is one. */
  readonly sessionId?: string
}

/** Whom a record belongs to that this one makes, where nobody says it; null where it is nobody's. */
export const ownerFor = ({ company }: Pick<Actor, 'company'>): number | null => company

/**
 * The product itself as an actor: `system:close`, `system:payout`. Sees and may do everything, and the activity log
 * names it.
 */
export function systemActor(name: string): Actor {
  return {
    kind: 'system',
    userId: null,
    name: `system:${name}`,
    root: true,
    roles: new Set(),
    company: null,
    allowedBrands: [],
    partner: null,
  }
}

/** Whoever runs the server, at its command line, as the activity log names them. */
export const operator: Actor = { ...systemActor('admin'), name: 'command:admin' }

/** By this somebody of the operator's company is bound to what is somebody else's: they are no colleague everywhere. */
export const partnerScopeDimension = 'partner' satisfies ScopeDimension

/** Whether somebody is bound by {@link partnerScopeDimension}. */
export const isScopedToPartner = (actor: Pick<Actor, 'root' | typeof partnerScopeDimension>): boolean =>
  !actor.root && actor[partnerScopeDimension] !== null

/**
 * Whether somebody sees a part of what happens at the brands they see: what is below a partner, or of the affiliates that
 * they manage. What is made of all of it is not for them.
 */
export const seesPart = (actor: Pick<Actor, 'root' | typeof partnerScopeDimension | 'manager'>): boolean =>
  isScopedToPartner(actor) || (!actor.root && actor.manager !== undefined)

/** Whose own sessions read and do what is declared for them by this word, of what is theirs, and nothing else. */
export const selfActorKind = 'affiliate' satisfies Actor['kind']

/** What is said of them in a declaration. */
export type SelfAccess<Said> = { readonly [Kind in typeof selfActorKind]?: Said }

/** Whose own sessions read by this word what hangs below them, beside what their roles open. */
export const subtreeActorKind = 'partner' satisfies Actor['kind']

/** What is said of them in a declaration. */
export type SubtreeAccess = { readonly [Kind in typeof subtreeActorKind]?: 'subtree' }

/**
 * Whether an access key acts and no person: it may be in an address that leaked, so it changes neither who may sign in
 * nor where money goes.
 */
export const isByKey = ({ kind, affiliateUser }: Pick<Actor, 'kind' | 'affiliateUser'>): boolean =>
  kind === 'partner' || (kind === 'affiliate' && affiliateUser === undefined)

/** Whether somebody is in a session of {@link selfActorKind}. */
export const isSelfServiceActor = ({ kind }: Pick<Actor, 'kind'>): boolean => kind === selfActorKind
