import { lazy, type ReactNode, Suspense, useState } from 'react'
import { BulkActionsToolbar, useListContext, useTranslate } from 'react-admin'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { slots } from '#engine/ui/slots.ts'
import { actionsOf } from '../derivePages.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'

const decisions = ['suspend', 'resume'] as const

const BulkDialog = lazy(() => import('./BulkDialog.tsx'))

/** Whether there is anything to select records for. */
export function hasBulkActions(question: { resource: AnyResource; actor: Actor }): boolean {
  return (
    actionsOf({ ...question, isBulk: true }).length > 0 ||
    can({ ...question, operation: 'remove' }) ||
    canSuspend(question)
  )
}

const canSuspend = ({ resource, actor }: { resource: AnyResource; actor: Actor }) =>
  resource.suspendable === true && actor.userId !== null && can({ resource, actor, operation: 'update' })

/** What can be done with the selected records. Shown while some are selected. */
export function BulkBar() {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  const [running, setRunning] = useState<string | null>(null)
  const [decision, setDecision] = useState<(typeof decisions)[number] | null>(null)
  const SuspendSelected = canSuspend({ resource, actor }) ? slots().suspension?.selected : undefined
  return (
    <>
      <SelectionBar>
        {actionsOf({ resource, actor, isBulk: true }).map((name) => (
          <Button key={name} size="small" onClick={() => setRunning(name)}>
            {translate(labelKeys.action(resource.name, name))}
          </Button>
        ))}
        {SuspendSelected &&
          decisions.map((each) => (
            <Button key={each} size="small" onClick={() => setDecision(each)}>
              {translate(`resourcePages.actions.${each}`)}
            </Button>
          ))}
        {can({ actor, resource, operation: 'remove' }) && (
          <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={() => setRunning('remove')}>
            {translate('ra.action.delete')}
          </Button>
        )}
      </SelectionBar>
      {running && (
        <Suspense fallback={null}>
          <BulkDialog name={running} onClose={() => setRunning(null)} />
        </Suspense>
      )}
      {SuspendSelected && decision && (
        <Suspense fallback={null}>
          <SuspendSelected decision={decision} onClose={() => setDecision(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Says how many records are selected, with buttons for them. Nothing while none is. */
export function SelectionBar({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const count = useListContext().selectedIds?.length ?? 0
  if (count === 0) return null
  return (
    <Box role="group" aria-label={translate('resourcePages.list.selected', { smart_count: count })} aria-live="polite">
      <BulkActionsToolbar label="resourcePages.list.selected" selectAllButton={false}>
        {children}
      </BulkActionsToolbar>
    </Box>
  )
}
