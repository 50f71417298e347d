import type { Notification } from '../answers/notes.ts'
import { useResources } from '#engine/records/ui/ResourcesContext.tsx'

/** Where something waits: the notes of its record; what is to be approved at its own page. */
export function useWaitingPath(): (waiting: Notification) => string {
  const resources = useResources()
  return ({ kind, object, record }) =>
    kind !== 'approval' && resources[object]?.page ? `/${object}/${record}/notes` : `/${object}/${record}`
}
