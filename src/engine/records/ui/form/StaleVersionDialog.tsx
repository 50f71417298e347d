import { useQueryClient } from '@tanstack/react-query'
import { useEditContext, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { recordDifference } from '#engine/declaration/derive/difference.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { FieldValue } from '#engine/ui/fields/FieldValue.tsx'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { ValueTable } from '#engine/ui/fields/ValueTable.tsx'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'

/** What the API answers: the record as it is stored now, and who changed it since. */
interface StaleAnswer {
  readonly current?: AnyRecord | null
  readonly changesSince?: readonly { readonly at: string; readonly actor: string }[]
}

interface StaleVersionDialogProps {
  readonly answer: AnyRecord
  /** What was changed, where it is not the record on the page. */
  readonly opened: AnyRecord | null
  readonly onClose: () => void
  /** Called before the stored record comes into the form, with whether what was typed stays. */
  readonly onBringIn: (how: { takesOver: boolean }) => void
}

/**
 * Somebody else was faster: what they changed, and the choice to take theirs or to keep one's own edits on top of it.
 */
export function StaleVersionDialog({ answer, opened, onClose, onBringIn }: StaleVersionDialogProps) {
  const translate = useTranslate()
  const moment = useMomentText()
  const { resource, record, refetch } = useEditContext()
  const queryClient = useQueryClient()
  const { current = null, changesSince: changes = [] } = answer as StaleAnswer
  const read = () => {
    if (current && record)
      queryClient.setQueryData([resource, 'getOne', { id: String(record.id), meta: undefined }], current)
    else void refetch()
    onClose()
  }
  // The form must know whether it keeps what was typed before the stored record reaches it.
  const bringIn = (how: { takesOver: boolean }) => {
    onBringIn(how)
    setTimeout(read, 0)
  }
  return (
    <PromptDialog
      title={translate('resourcePages.stale.title')}
      maxWidth="md"
      closeLabel="resourcePages.stale.close"
      onClose={onClose}
      action={{ label: translate('resourcePages.stale.takeOver'), onClick: () => bringIn({ takesOver: true }) }}
      more={<Button onClick={() => bringIn({ takesOver: false })}>{translate('resourcePages.stale.reload')}</Button>}
    >
      {changes.map(({ at, actor }) => (
        <Typography key={at}>{translate('resourcePages.stale.by', { name: actor, at: moment(at) })}</Typography>
      ))}
      {current && record && <Difference before={opened ?? record} after={current} />}
    </PromptDialog>
  )
}

function Difference({ before, after }: { before: AnyRecord; after: AnyRecord }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const label = useFieldLabel()
  const difference = recordDifference({ resource, before, after })
  if (difference.length === 0) return <Typography sx={{ mt: 1 }}>{translate('resourcePages.stale.none')}</Typography>
  return (
    <>
      <Typography sx={{ mt: 1 }}>{translate('resourcePages.stale.text')}</Typography>
      <ValueTable
        isNamed
        label={translate('resourcePages.stale.title')}
        heads={['field', 'opened', 'stored'].map((head) => translate(`resourcePages.stale.${head}`))}
        rows={difference.map(({ field, ...values }) => [
          label(resource.name, field),
          ...[values.before, values.after].map((value, place) => (
            <FieldValue key={place} field={resource.fields[field]!} value={value} isWhole />
          )),
        ])}
      />
    </>
  )
}
