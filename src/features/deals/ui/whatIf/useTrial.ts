import { useState } from 'react'
import { useDataProvider, useRecordContext } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { toInput } from '#engine/records/ui/form/formValues.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import type { SimulationResponse } from '../../answers/whatIf.ts'

interface Tried {
  readonly answer: SimulationResponse
  /** What was tried, to tell when the form has moved on. */
  readonly input: string
}

interface TrialState {
  readonly isRunning: boolean
  readonly error: unknown
  readonly tried: Tried | null
}

const nothing: TrialState = { isRunning: false, error: null, tried: null }

/** A month, or from a day to another. */
export type TriedDays = { readonly month: string } | { readonly from: string; readonly to: string }

/** Tries what stands in the form on past days; nothing is saved. */
export function useTrial() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const resource = useConfiguredResource()
  const actor = useActor()
  const record = useRecordContext()
  const { getValues, trigger, watch } = useFormContext()
  const [state, setState] = useState(nothing)
  const inputOf = (values: AnyRecord) => toInput({ resource, actor, operation: 'update', values, current: record })
  const run = async (days: TriedDays) => {
    // What the form finds wrong it says itself, at its fields.
    if (!(await trigger())) return setState(nothing)
    const values = inputOf(getValues())
    setState((last) => ({ ...last, isRunning: true, error: null }))
    try {
      const answer = (await dataProvider.runAction({
        resource: resource.name,
        path: 'what_if',
        id: record!.id,
        input: { ...days, values },
      })) as unknown as SimulationResponse
      setState({ isRunning: false, error: null, tried: { answer, input: JSON.stringify(values) } })
    } catch (error) {
      setState({ isRunning: false, error, tried: null })
    }
    return undefined
  }
  const isOutdated = state.tried !== null && JSON.stringify(inputOf(watch())) !== state.tried.input
  return { ...state, run, isOutdated }
}
