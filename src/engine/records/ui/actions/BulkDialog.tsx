import { useId, useRef, useState } from 'react'
import { type Identifier, useDataProvider, useListContext, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import type { BackOfficeDataProvider, BulkOutcome } from '../dataProvider.ts'
import { labelKeys, useResourceName } from '#engine/ui/fields/labels.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'
import { useErrorText } from '../useErrorText.ts'
import { BulkPreview, Refused } from './BulkPreview.tsx'
import { ActionForm, useAction } from './ActionForm.tsx'
import { useUndoRemoval } from './useUndoRemoval.ts'

/**
 * Runs a bulk action, or the removal, on the selected records; then says of each refused one why. Those stay selected.
 */
export default function BulkDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const formId = useId()
  const action = resource.actions[name]
  const { ids, outcome, error, isRunning, isUndone, run, undo } = useBulkRun(name)
  const errorText = useErrorText()
  const title = action
    ? translate(labelKeys.action(resource.name, name))
    : translate('resourcePages.remove.bulkTitle', { smart_count: ids.length })
  const undoButton = undo && !isUndone && outcome && outcome.changed.length > 0 && (
    <Button onClick={() => void undo()} loading={isRunning}>
      {translate('resourcePages.actions.undo')}
    </Button>
  )
  return (
    <PromptDialog
      title={title}
      text={
        outcome
          ? undefined
          : action
            ? translate('resourcePages.actions.records', { smart_count: ids.length })
            : translate('resourcePages.remove.text')
      }
      maxWidth="sm"
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      more={undoButton}
      closeLabel={outcome ? 'resourcePages.actions.close' : 'resourcePages.actions.cancel'}
      onClose={onClose}
      action={
        outcome
          ? undefined
          : {
              label: translate(action ? 'resourcePages.actions.run' : 'ra.action.delete'),
              form: formId,
              color: action ? 'primary' : 'error',
            }
      }
    >
      {!outcome && (
        <ActionForm id={formId} name={name} onSubmit={(values) => void run(values)}>
          {action && <BulkPreview name={name} action={action} ids={ids} />}
        </ActionForm>
      )}
      {outcome && <Outcome name={name} outcome={outcome} isUndone={isUndone} />}
      {isUndone && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {translate('resourcePages.actions.undone')}
        </Alert>
      )}
    </PromptDialog>
  )
}

function useBulkRun(name: string) {
  const resource = useConfiguredResource()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const act = useAction(name)
  const { selectedIds, onSelect, refetch } = useListContext()
  const ids = useRef<readonly Identifier[]>(selectedIds ?? []).current
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const { run: work, ...state } = useAsyncAction()
  const action = resource.actions[name]
  const former = useRef<ReadonlyMap<unknown, readonly Identifier[]>>(new Map())
  const [isUndone, setIsUndone] = useState(false)
  const runAction = async (values: AnyRecord, of: readonly Identifier[]) =>
    (await act({ ...values, ids: of })) as unknown as BulkOutcome
  const doing = async (asked: () => Promise<BulkOutcome>) => {
    await work(async () => {
      const answer = await asked()
      setOutcome(answer)
      onSelect(answer.refused.map(({ id }) => id))
    })
    void refetch()
  }
  const run = (values: AnyRecord) =>
    doing(async () => {
      if (!action) return dataProvider.removeEach({ resource: resource.name, ids })
      const before = action.set ? (await dataProvider.getMany(resource.name, { ids: [...ids] })).data : []
      const answer = await runAction(values, ids)
      former.current = Map.groupBy(
        answer.changed,
        (id) => before.find((record) => record.id === id)?.[action.set!] as unknown,
      )
      return answer
    })
  // Puts back what each had, whatever that was; those that had nothing there cannot be given nothing.
  const undoRemoval = useUndoRemoval()
  const putBack = (asked: () => Promise<BulkOutcome>) => () =>
    doing(async () => {
      const answer = await asked()
      setIsUndone(true)
      return answer
    })
  const undo = action?.set
    ? putBack(async () => {
        const outcomes = await Promise.all(
          [...former.current]
            .filter(([value]) => value !== null && value !== undefined)
            .map(([value, of]) => runAction({ [action.set!]: value }, of)),
        )
        return {
          changed: outcomes.flatMap(({ changed }) => changed),
          refused: outcomes.flatMap(({ refused }) => refused),
        }
      })
    : action
      ? null
      : putBack(() => undoRemoval(resource.name, outcome?.changed ?? []))
  return { ...state, ids, outcome, isUndone, run, undo }
}

function Outcome({ name, outcome, isUndone }: { name: string; outcome: BulkOutcome; isUndone: boolean }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const resourceName = useResourceName()(resource.name, 2)
  const isRemoval = !resource.actions[name]
  // That it was taken back is said once, beside this.
  const isSaid = outcome.changed.length > 0 && !(isRemoval && isUndone)
  const done = translate(isRemoval ? 'resourcePages.remove.bulkDone' : 'resourcePages.actions.done', {
    smart_count: outcome.changed.length,
    resource: resourceName,
    action: translate(labelKeys.actionDone(resource.name, name), { _: name }),
  })
  return (
    <div role="status">
      {isSaid && <Alert severity="success">{done}</Alert>}
      {outcome.refused.length > 0 && (
        <Refused
          outcome={outcome}
          lead={isRemoval && !isUndone ? 'resourcePages.remove.bulkFailed' : 'resourcePages.actions.refused'}
        />
      )}
    </div>
  )
}
