import { type KeptList, type KeptListChoice, readKeptList } from '../../../../config/keptList.ts'

/** Changes by entity and choice; null forgets a choice. */
type ListChanges = Readonly<Record<string, { readonly [Choice in KeptListChoice]?: KeptList[Choice] | null }>>

/** How the person's lists look, as it is kept with them. */
export interface KeptLists {
  /** False for whoever has no place to keep them: visitors and partners' tokens. */
  readonly isKept: boolean
  of(resource: string): KeptList
  /** Keeps a choice at once; null forgets it. What is as it was is not sent. */
  keep<Choice extends KeptListChoice>(resource: string, choice: Choice, value: KeptList[Choice] | null): void
}

const merged = (before: ListChanges, after: ListChanges): ListChanges =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => [
      name,
      { ...before[name], ...after[name] },
    ]),
  )

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * Holds how lists look, beginning with what the server said.
 * @param stored by entity, read with suspicion;
 * @param save sends changes to the server, or null where they cannot be kept.
 */
export function createKeptLists({
  stored = {},
  save,
}: {
  stored?: Readonly<Record<string, unknown>>
  save: ((changes: ListChanges) => Promise<void>) | null
}): KeptLists {
  const lists = new Map(Object.entries(stored).map(([name, list]) => [name, readKeptList(list)]))
  const of = (resource: string) => lists.get(resource) ?? {}
  let waiting: ListChanges = {}
  let isSending = false

  /** One call at a time, so that an older choice never arrives after a newer one. */
  async function send(to: (changes: ListChanges) => Promise<void>) {
    if (isSending) return
    isSending = true
    while (Object.keys(waiting).length > 0) {
      const changes = waiting
      waiting = {}
      try {
        await to(changes)
      } catch {
        // The session has said what was wrong; the choice holds on this page and goes along with the next one.
        waiting = merged(changes, waiting)
        break
      }
    }
    isSending = false
  }

  return {
    isKept: save !== null,
    of,
    keep(resource, choice, value) {
      const list = of(resource)
      if (!save || isSame(list[choice], value)) return
      const { [choice]: _, ...others } = list
      lists.set(resource, value === null ? (others as KeptList) : { ...others, [choice]: value })
      waiting = merged(waiting, { [resource]: { [choice]: value } })
      void send(save)
    },
  }
}
