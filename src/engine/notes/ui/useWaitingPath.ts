import type { Waiting } from '../../../config/answers/notes.ts'
import { useResources } from '../../resource/ResourcesContext.tsx'

/** Where something waits: the notes of its record; what is to be approved at its own page. */
export function useWaitingPath(): (waiting: Waiting) => string {
  const resources = useResources()
  return ({ kind, object, record }) =>
    kind !== 'approval' && resources[object]?.page ? `/${object}/${record}/notes` : `/${object}/${record}`
}
