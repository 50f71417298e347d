import { resources } from '../../../resources/index.ts'
import type { LiveEvent } from '../../config/answers/live.ts'
import type { Actor } from '../../config/actor.ts'
import type { AnyResource } from '../../config/resource.ts'
import type { AppContext } from '../context.ts'
import { changeReader, type LiveChange } from './changes.ts'
import { visibleRecords } from './visibleRecords.ts'

const byName = resources as unknown as Readonly<Record<string, AnyResource>>

/** Somebody whose page listens. */
export interface Listener {
  /** Which record is open, `affiliate/7`, where it may be read. */
  readonly open: string | null
  /** Who it is at this moment. @throws where the session has ended. */
  readonly actor: () => Promise<Actor>
  readonly tell: (event: LiveEvent) => void
  readonly end: () => void
}

/** How often the log is looked at, and how often it is asked whether sessions still hold, in milliseconds. */
const everyMs = { look: 2_000, check: 10_000 }
/** Of one kind more are not told by their numbers. */
const idsMax = 100

/** Names of colleagues are for colleagues: whoever signed in with a partner's key hears that something changed. */
const hearsNames = (actor: Actor) => actor.kind === 'user'

interface Heard {
  actor: Actor
  checkedAt: number
}

/**
 * Tells everybody who listens at this server what others wrote. While nobody listens it does nothing; else the log is
 * read once for all of them, and each is told of what lies in their scope.
 */
export class LiveHub {
  readonly #context: AppContext
  readonly #listeners = new Map<Listener, Heard>()
  #reader: Promise<() => Promise<LiveChange[]>> | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(context: AppContext) {
    this.#context = context
  }

  /** Tells a listener of all that is written from now on. @returns how it is forgotten again */
  async add(listener: Listener, actor: Actor): Promise<() => void> {
    await this.#changes()
    this.#listeners.set(listener, { actor, checkedAt: Date.now() })
    this.#tellWhoIsThere(listener.open)
    this.#next()
    return () => {
      if (this.#listeners.delete(listener)) this.#tellWhoIsThere(listener.open)
      if (this.#listeners.size === 0) this.stop()
    }
  }

  /** How many streams of this person there are. */
  streamsOf({ kind, userId, partner }: Actor): number {
    return [...this.#listeners.values()].filter(
      ({ actor }) => actor.kind === kind && actor.userId === userId && (userId !== null || actor.partner === partner),
    ).length
  }

  /** Ends every stream. */
  close(): void {
    for (const listener of this.#listeners.keys()) listener.end()
    this.#listeners.clear()
    this.stop()
  }

  /** Looks at the log no more. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#reader = null
  }

  #next(): void {
    this.#timer ??= setTimeout(() => {
      // A round that fails is missed: what it would have told is in the lists when they are read next.
      void this.#round()
        .catch(() => undefined)
        .finally(() => {
          this.#timer = undefined
          if (this.#listeners.size > 0) this.#next()
        })
    }, everyMs.look).unref()
  }

  async #round(): Promise<void> {
    const read = await this.#changes()
    const changes = await read()
    for (const [listener, heard] of this.#listeners) {
      // Nothing is told to a session that has ended meanwhile, or with rights that were taken meanwhile.
      const isDue = changes.length > 0 || Date.now() - heard.checkedAt >= everyMs.check
      if (isDue && !(await this.#holds(listener, heard))) continue
      await this.#tellChanges(listener, heard.actor, changes)
    }
  }

  #changes(): Promise<() => Promise<LiveChange[]>> {
    return (this.#reader ??= changeReader(this.#context.database.db).catch((error: unknown) => {
      this.#reader = null
      throw error
    }))
  }

  async #holds(listener: Listener, heard: Heard): Promise<boolean> {
    try {
      heard.actor = await listener.actor()
      heard.checkedAt = Date.now()
      return true
    } catch {
      this.#listeners.delete(listener)
      listener.end()
      this.#tellWhoIsThere(listener.open)
      return false
    }
  }

  async #tellChanges(listener: Listener, actor: Actor, changes: readonly LiveChange[]): Promise<void> {
    const others = changes.filter(({ userId }) => userId === null || userId !== actor.userId)
    for (const [resource, of] of Map.groupBy(others, (change) => change.resource)) {
      const ids = [...new Set(of.map(({ id }) => id))].slice(0, idsMax)
      const known = Object.hasOwn(byName, resource) ? byName[resource] : undefined
      const visible = await visibleRecords(this.#context, { actor, resource: known, ids })
      const last = of.findLast(({ id }) => visible.includes(Number(id)))
      const by = hearsNames(actor) ? (last?.actor ?? '') : ''
      if (visible.length > 0) listener.tell({ kind: 'changed', resource, ids: visible, by })
    }
  }

  #tellWhoIsThere(open: string | null): void {
    if (open === null) return
    const there = [...this.#listeners].filter(([listener]) => listener.open === open)
    for (const [listener, { actor }] of there) {
      if (!hearsNames(actor)) continue
      const names = there
        .filter(([, other]) => other.actor.userId !== actor.userId)
        .map(([, other]) => other.actor.name)
      listener.tell({ kind: 'open', names: [...new Set(names)] })
    }
  }
}
