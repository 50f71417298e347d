import { resources } from '#resources/index.ts'
import type { LiveEvent } from '../answers/live.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { AppContext } from '#engine/server/context.ts'
import { changeReader, type LiveChange } from './changes.ts'
import { jobReader } from './jobs.ts'
import { Presence, type Present } from './presence.ts'
import { type UploadMove, uploadReader } from '#features/activity/server/upload/liveUploads.ts'
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

/**
 * How often the log is looked at and who else is there, and how often it is asked whether sessions still hold and the
 * other servers are told who is here, in milliseconds.
 */
const everyMs = { look: 2_000, check: 10_000 }
/** Of one kind more are not told by their numbers. */
const idsMax = 100

/** Names of colleagues are for colleagues: whoever signed in with a partner's key hears that something changed. */
const hearsNames = (actor: Actor) => actor.kind === 'user'

interface Heard {
  actor: Actor
  checkedAt: number
  /** Who was told to have the record open too; null before anybody was. */
  names: string | null
}

const presentAs = (open: string, { userId, name }: Actor): Present => ({ open, userId, name })

/**
 * Sends each listener of this server the changes of others, moves of jobs, the progress of their own uploads and who
 * else has their record open, here or at another server. One reading of the log serves all listeners; each hears of
 * records in their scope alone. Without listeners it reads nothing.
 */
export class LiveHub {
  readonly #context: AppContext
  readonly #listeners = new Map<Listener, Heard>()
  readonly #presence: Presence
  readonly #haveJobsMoved: () => Promise<boolean>
  readonly #uploadsMoved: (users: readonly number[]) => Promise<UploadMove[]>
  #saidAt = 0
  #reader: Promise<() => Promise<LiveChange[]>> | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(context: AppContext) {
    this.#context = context
    this.#presence = new Presence(context.database.db)
    this.#haveJobsMoved = jobReader(context.database.db)
    this.#uploadsMoved = uploadReader(context.database.db)
  }

  /** Tells a listener of all that is written from now on. @returns how it is forgotten again */
  async add(listener: Listener, actor: Actor): Promise<() => void> {
    await this.#changes()
    if (this.#listeners.size === 0) await this.#haveJobsMoved().catch(() => undefined)
    this.#listeners.set(listener, { actor, checkedAt: Date.now(), names: null })
    // From here on it is told; what moved for others meanwhile is told at once.
    await this.#roundOfUploads().catch(() => undefined)
    this.#next()
    if (listener.open !== null) {
      // Who cannot be told now is told with the next round.
      await this.#presence.say([presentAs(listener.open, actor)]).catch(() => undefined)
      await this.#tellWhoIsThere(listener.open).catch(() => undefined)
    }
    return () => {
      void this.#forget(listener)
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
  async close(): Promise<void> {
    const isHeard = this.#listeners.size > 0
    for (const listener of this.#listeners.keys()) listener.end()
    this.#listeners.clear()
    this.stop()
    // What cannot be taken back now is not told any more in half a minute.
    if (isHeard) await this.#presence.takeAllBack().catch(() => undefined)
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
    await this.#roundOfJobs()
    await this.#roundOfUploads()
    await this.#roundOfPresence()
  }

  /** What the product does by itself is for root. */
  async #roundOfJobs(): Promise<void> {
    const roots = [...this.#listeners].filter(([, { actor }]) => actor.root)
    if (roots.length === 0 || !(await this.#haveJobsMoved())) return
    for (const [listener] of roots) listener.tell({ kind: 'job' })
  }

  /** What somebody uploaded is for them, while they may see its brand. */
  async #roundOfUploads(): Promise<void> {
    const people = [...this.#listeners].filter(([, { actor }]) => actor.kind === 'user' && actor.userId !== null)
    const moves = await this.#uploadsMoved([...new Set(people.map(([, { actor }]) => actor.userId!))])
    if (moves.length === 0) return
    for (const [listener, { actor }] of people) {
      const own = moves.filter(({ user }) => user === actor.userId)
      const ids = [...new Set(own.map(({ brand }) => String(brand)))]
      const visible = await visibleRecords(this.#context, { actor, resource: byName['brand'], ids })
      for (const { user: _, ...move } of own)
        if (visible.includes(move.brand)) listener.tell({ kind: 'upload', ...move })
    }
  }

  async #roundOfPresence(): Promise<void> {
    const here = [...this.#listeners].filter(([{ open }]) => open !== null)
    if (here.length === 0) return
    if (Date.now() - this.#saidAt >= everyMs.check) {
      await this.#presence.say(here.map(([{ open }, { actor }]) => presentAs(open!, actor)))
      this.#saidAt = Date.now()
    }
    await this.#tellWhoIsThere(...here.map(([{ open }]) => open!))
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
      listener.end()
      await this.#forget(listener)
      return false
    }
  }

  async #forget(listener: Listener): Promise<void> {
    const heard = this.#listeners.get(listener)
    this.#listeners.delete(listener)
    const { open } = listener
    if (!heard || open === null) return
    const isThere = [...this.#listeners].some(
      ([other, { actor }]) => other.open === open && actor.name === heard.actor.name,
    )
    if (isThere) return
    await this.#presence.takeBack(presentAs(open, heard.actor)).catch(() => undefined)
    await this.#tellWhoIsThere(open).catch(() => undefined)
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

  async #tellWhoIsThere(...opens: readonly string[]): Promise<void> {
    const there = Map.groupBy(await this.#presence.of(opens), ({ open }) => open)
    for (const [listener, heard] of this.#listeners) {
      const { open } = listener
      if (open === null || !opens.includes(open) || !hearsNames(heard.actor)) continue
      const others = (there.get(open) ?? []).filter(({ userId }) => userId !== heard.actor.userId)
      const names = [...new Set(others.map(({ name }) => name))]
      if (names.join('\n') === heard.names) continue
      const told = names.length > 0 && !(await this.#mayStillRead(listener, heard)) ? [] : names
      heard.names = names.join('\n')
      listener.tell({ kind: 'open', names: told })
    }
  }

  /** Nobody is named to whom the record was taken meanwhile. */
  async #mayStillRead(listener: Listener, heard: Heard): Promise<boolean> {
    if (!(await this.#holds(listener, heard))) return false
    const [name = '', id = ''] = listener.open!.split('/')
    const resource = Object.hasOwn(byName, name) ? byName[name] : undefined
    return (await visibleRecords(this.#context, { actor: heard.actor, resource, ids: [id] })).length > 0
  }
}
