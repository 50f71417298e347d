import { createContext, useContext } from 'react'
import { type Store, useStore } from 'react-admin'
import { type ListPreferences, type KeptListChoice, readKeptList } from '#engine/declaration/listPreferences.ts'
import { useConfiguredResource } from '../../ResourcesContext.tsx'

/** Changes by entity and choice; null forgets a choice. */
type ListChanges = Readonly<Record<string, { readonly [Choice in KeptListChoice]?: ListPreferences[Choice] | null }>>

const merged = (before: ListChanges, after: ListChanges): ListChanges => ({
  ...before,
  ...Object.fromEntries(Object.entries(after).map(([name, list]) => [name, { ...before[name], ...list }])),
})

const keyOf = (resource: string) => `${resource}.kept`

/** How the person likes a list to look, as it is kept here. */
export const keptListIn = (store: Store, resource: string): ListPreferences =>
  store.getItem<ListPreferences>(keyOf(resource)) ?? {}

/**
 * Begins with what the server keeps of the person's lists. Of what the browser remembers itself the filters stay alone:
 * another browser may have changed order and page size since.
 * @param stored by entity, read with suspicion
 */
export function openKeptLists({
  store,
  resources,
  stored = {},
}: {
  store: Store
  resources: readonly string[]
  stored?: Readonly<Record<string, unknown>> | undefined
}): void {
  for (const name of resources) {
    store.setItem(keyOf(name), readKeptList(stored[name]))
    const params = `${name}.listParams`
    const { filter, displayedFilters } = store.getItem<{ filter?: object; displayedFilters?: object }>(params) ?? {}
    if (filter) store.setItem(params, { filter, displayedFilters, page: 1 })
  }
}

/**
 * Sends what is chosen to the server: one call at a time, so that an older choice never arrives after a newer one. What
 * did not arrive goes along with the next choice.
 */
export function createPreferenceSaver(
  save: (changes: ListChanges) => Promise<void>,
): (changes: ListChanges) => Promise<void> {
  let waiting: ListChanges = {}
  let isSending = false
  return async (chosen) => {
    waiting = merged(waiting, chosen)
    if (isSending) return
    isSending = true
    while (Object.keys(waiting).length > 0) {
      const changes = waiting
      waiting = {}
      try {
        await save(changes)
      } catch {
        // The session has said what was wrong; meanwhile the choice holds in this browser.
        waiting = merged(changes, waiting)
        break
      }
    }
    isSending = false
  }
}

const KeeperContext = createContext<((changes: ListChanges) => Promise<void>) | null>(null)

/** Hands the lists below where to send what is chosen; null for whoever has no place to keep it. */
export const KeeperProvider = KeeperContext.Provider

/** How the person likes the list one is on to look, and how to keep another choice; null forgets it. */
export function useKeptList() {
  const { name } = useConfiguredResource()
  const send = useContext(KeeperContext)
  const [list = {}, setList] = useStore<ListPreferences>(keyOf(name))
  const keepAll = (changes: ListChanges[string]) => {
    const isNews = (Object.keys(changes) as KeptListChoice[]).some(
      (choice) => JSON.stringify(list[choice] ?? null) !== JSON.stringify(changes[choice] ?? null),
    )
    if (!isNews) return
    setList(readKeptList({ ...list, ...changes }))
    void send?.({ [name]: changes })
  }
  const keep = <Choice extends KeptListChoice>(choice: Choice, value: ListPreferences[Choice] | null) =>
    keepAll({ [choice]: value } as ListChanges[string])
  return { list, keep, keepAll }
}
