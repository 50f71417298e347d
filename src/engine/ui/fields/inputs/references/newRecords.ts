import { createContext, useContext } from 'react'
import { can } from '#engine/declaration/derive/access.ts'
import { useOptionalActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'

/** Whether pickers below may make the record that is missing: in forms of records, not where rows are looked for. */
export const NewRecordsContext = createContext(false)

/** Whether an input stands in the form of a record. */
export const useIsInRecordForm = (): boolean => useContext(NewRecordsContext)

/** Whether a picker of a resource, where it stands, offers to make a new record. */
export function useMayMake(target: string): boolean {
  const isInForm = useContext(NewRecordsContext)
  const resource = useResources()[target]
  const actor = useOptionalActor()
  return Boolean(
    isInForm && actor && resource && !resource.madeElsewhere && can({ actor, resource, operation: 'create' }),
  )
}
