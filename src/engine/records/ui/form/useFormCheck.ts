import { useCallback, useRef } from 'react'
import { useRecordContext } from 'react-admin'
import { get } from 'react-hook-form'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { isEmpty } from '#engine/ui/fields/format.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { errorTree, expressionCheckFor, formProblems } from './formValues.ts'

function useProblems(operation: 'create' | 'update'): (values: AnyRecord) => Promise<readonly Problem[]> {
  const resource = useConfiguredResource()
  const actor = useActor()
  const current = useRecordContext() as AnyRecord | undefined
  return useCallback(
    async (values: AnyRecord) => {
      const checkExpression = await expressionCheckFor(resource)
      return formProblems({
        resource,
        actor,
        operation,
        values,
        current: operation === 'update' ? current : undefined,
        checkExpression,
      })
    },
    [resource, actor, operation, current],
  )
}

/** What is wrong with the form of the page's resource, as the server would say it. */
export function useFormCheck(operation: 'create' | 'update') {
  const problemsOf = useProblems(operation)
  return useCallback(async (values: AnyRecord) => errorTree(await problemsOf(values)), [problemsOf])
}

/**
 * The same for a form that somebody fills in: what is still empty is no mistake before it is saved.
 * @returns what is wrong, and what tells of saving, for an element around the form
 */
export function usePatientCheck(operation: 'create' | 'update') {
  const problemsOf = useProblems(operation)
  const wasSaved = useRef(false)
  const validate = useCallback(
    async (values: AnyRecord) => {
      const problems = await problemsOf(values)
      return errorTree(wasSaved.current ? problems : problems.filter(({ field }) => !isEmpty(get(values, field))))
    },
    [problemsOf],
  )
  const onSubmitCapture = useCallback(() => {
    wasSaved.current = true
  }, [])
  return { validate, onSubmitCapture }
}
