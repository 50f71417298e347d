import { useCallback } from 'react'
import { useRecordContext } from 'react-admin'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { errorTree, expressionCheckFor, formProblems } from './formValues.ts'

/** What is wrong with the form of the page's resource, as the server would say it. */
export function useFormCheck(operation: 'create' | 'update') {
  const resource = useConfiguredResource()
  const actor = useActor()
  const current = useRecordContext() as AnyRecord | undefined
  return useCallback(
    async (values: AnyRecord) => {
      const checkExpression = await expressionCheckFor(resource)
      return errorTree(
        formProblems({
          resource,
          actor,
          operation,
          values,
          current: operation === 'update' ? current : undefined,
          checkExpression,
        }),
      )
    },
    [resource, actor, operation, current],
  )
}
