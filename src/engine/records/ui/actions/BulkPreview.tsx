import { useQuery } from '@tanstack/react-query'
import { type Identifier, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import Alert from '@mui/material/Alert'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { ResourceAction } from '#engine/declaration/resource.ts'
import type { BulkOutcome } from '../dataProvider.ts'
import { isEmpty } from '#engine/ui/fields/format.ts'
import { useReferenceNames } from '#engine/ui/fields/ReferenceValue.tsx'
import { useConfiguredResource } from '../ResourcesContext.tsx'
import { useCodeText } from '../useErrorText.ts'
import { actionErrors, useAction } from './ActionForm.tsx'

/**
 * Before a bulk action is run: how many records it will change, which it will refuse and why. Asked anew as what is
 * chosen changes.
 */
export function BulkPreview({
  name,
  action,
  ids,
}: {
  name: string
  action: ResourceAction
  ids: readonly Identifier[]
}) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const act = useAction(name)
  const watched = useWatch() as AnyRecord
  const values = Object.fromEntries(Object.keys(action.input ?? {}).map((input) => [input, watched[input]]))
  const isWhole = !Object.values(values).some(isEmpty) && Object.keys(actionErrors(action, values)).length === 0
  const { data } = useQuery({
    queryKey: [resource.name, 'bulkPreview', name, ids, values],
    enabled: isWhole && action.set !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => (await act({ ...values, ids, preview: true })) as unknown as BulkOutcome,
  })
  if (!isWhole || !data) return null
  return (
    <div role="status">
      <Alert severity="info" sx={{ mt: 1 }}>
        {translate('resourcePages.actions.willChange', { smart_count: data.changed.length })}
      </Alert>
      {data.refused.length > 0 && <Refused outcome={data} lead="resourcePages.actions.willRefuse" />}
    </div>
  )
}

/** Which records are refused, by name, and why. */
export function Refused({ outcome, lead }: { outcome: BulkOutcome; lead: string }) {
  const translate = useTranslate()
  const codeText = useCodeText()
  const resource = useConfiguredResource()
  const names = useReferenceNames({ target: resource.name, ids: outcome.refused.map(({ id }) => id) })
  return (
    <>
      <Alert severity="warning" sx={{ mt: 1 }}>
        {translate(lead, { smart_count: outcome.refused.length })}
      </Alert>
      <List dense>
        {outcome.refused.map(({ id, code, values }, index) => (
          <ListItem key={id}>
            <ListItemText primary={names[index]?.name ?? `#${id}`} secondary={codeText(code, values)} />
          </ListItem>
        ))}
      </List>
    </>
  )
}
