import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { errorAnswer } from '../dataProvider.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { useNameInFull, useNotifyFailedWrite } from '../useRecordMessages.ts'
import { toInput } from './formValues.ts'
import { useUndoSave } from './useUndoSave.ts'

/**
 * How a change of a record is sent, said, taken back and, where somebody else was faster, asked about: the same in a
 * form and in a cell of a list.
 * @param onSaved what else follows once it is stored
 */
export function useRecordSave(onSaved?: () => void) {
  const resource = useConfiguredResource()
  const actor = useActor()
  const notify = useNotify()
  const nameInFull = useNameInFull()
  const notifyFailed = useNotifyFailedWrite()
  const [stale, setStale] = useState<AnyRecord | null>(null)
  const [keepsTyped, setKeepsTyped] = useState(false)
  const [formNumber, setFormNumber] = useState(0)
  // A change that came back after its session had ended is one of the record it was typed over, not of the one that was
  // read since.
  const [typedOver, setTypedOver] = useState<AnyRecord | null>(null)
  const undoOf = useUndoSave()
  const onSuccess = (saved: AnyRecord, { previousData }: { previousData?: AnyRecord } = {}) => {
    setKeepsTyped(false)
    setTypedOver(null)
    const onUndo = undoOf(previousData, saved)
    notify('resourcePages.form.saved', {
      type: 'success',
      messageArgs: { record: nameInFull(resource, saved) },
      ...(onUndo ? { onUndo } : {}),
    } as Parameters<typeof notify>[1])
    onSaved?.()
  }
  const onError = (error: unknown, { previousData }: { previousData?: AnyRecord } = {}) => {
    const answer = errorAnswer(error)
    if (answer.code === 'stale_version') setStale(answer)
    else notifyFailed({ write: 'update', resource, record: previousData, error })
  }
  const bringIn = ({ takesOver }: { takesOver: boolean }) => {
    setTypedOver(null)
    setKeepsTyped(takesOver)
    // The record the form shows may be the stored one already: only a new form lets go of what was typed.
    if (!takesOver) setFormNumber((number) => number + 1)
  }
  const transform = (values: AnyRecord, options?: { previousData?: AnyRecord }) =>
    toInput({ resource, actor, operation: 'update', values, current: typedOver ?? options?.previousData })
  return {
    /** What `Edit` and `EditBase` take. */
    saving: {
      disableAuthentication: true,
      mutationMode: 'pessimistic',
      redirect: false,
      mutationOptions: { onSuccess, onError },
      transform: transform as never,
    } as const,
    /** What the dialog about somebody else's change takes; null while there is none. */
    conflict: stale && { answer: stale, opened: typedOver, onClose: () => setStale(null), onBringIn: bringIn },
    keepsTyped,
    formNumber,
    setTypedOver,
  }
}
