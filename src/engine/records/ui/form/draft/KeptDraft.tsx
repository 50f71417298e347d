import { useEffect, useState } from 'react'
import { useEvent, useRecordContext, useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { writableFields } from '#engine/declaration/derive/access.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import type { Draft } from '#engine/auth/ui/session/drafts.ts'
import { useActor, useConfiguredResource } from '../../ResourcesContext.tsx'
import { draftOf } from './draftOf.ts'
import { useDrafts } from './DraftsContext.ts'

interface KeptDraftProps {
  readonly operation: 'create' | 'update'
  /** Told which record a change that came back was typed over, and null once it was discarded. */
  readonly onTypedOver?: ((opened: AnyRecord | null) => void) | undefined
}

/** Puts what was typed before a session ended back into its form, says so, and offers to discard it. */
export function FormDraft({ operation, onTypedOver }: KeptDraftProps) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const label = useFieldLabel()
  const {
    reset,
    formState: { dirtyFields },
  } = useFormContext()
  const version: unknown = useRecordContext()?.['version']
  const [restored, setRestored] = useState<(Draft & { readonly into: unknown }) | null>(null)
  const onRestored = (draft: Draft) => {
    setRestored({ ...draft, into: version })
    onTypedOver?.(draft.opened)
  }
  useMemory(operation, onRestored)
  const discard = () => {
    setRestored(null)
    onTypedOver?.(null)
    reset()
  }
  const isDirty = Object.keys(dirtyFields).length > 0
  // Saved, or undone by hand: nothing of it is left to speak of.
  if (!restored || (!isDirty && (restored.left.length === 0 || restored.into !== version))) return null
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" onClick={discard}>
          {translate('resourcePages.draft.discard')}
        </Button>
      }
    >
      {translate('resourcePages.draft.restored')}
      {restored.left.length > 0 &&
        ` ${translate('resourcePages.draft.typeAgain', { fields: restored.left.map((name) => label(resource.name, name)).join(', ') })}`}
    </Alert>
  )
}

/** Lets the tab's memory read the form while it is open, and takes from there what was kept of it. */
function useMemory(operation: 'create' | 'update', onRestored: (draft: Draft) => void): void {
  const drafts = useDrafts()
  const resource = useConfiguredResource()
  const actor = useActor()
  const record = useRecordContext() as AnyRecord | undefined
  const {
    getValues,
    setValue,
    formState: { defaultValues, isReady },
  } = useFormContext()
  const opened = operation === 'update' ? (record ?? null) : null
  const form = `${resource.name}/${opened ? String(opened['id']) : 'create'}`
  const read = useEvent(() =>
    draftOf({ resource, actor, operation, values: getValues(), initial: defaultValues ?? {}, opened }),
  )
  useEffect(() => drafts.watch(form, read), [drafts, form, read])

  const restore = useEvent(() => {
    const draft = drafts.take(form)
    if (!draft) return
    const writable = new Set(writableFields({ actor, resource, operation }))
    for (const [name, value] of Object.entries(draft.values))
      if (writable.has(name)) setValue(name, value, { shouldDirty: true, shouldTouch: true })
    onRestored(draft)
  })
  // A form is given its first values after it is drawn; what comes before would be overwritten.
  useEffect(() => {
    if (isReady) restore()
  }, [isReady, form, restore])
}
