import { useState } from 'react'
import { useGetList, useNotify, useTranslate } from 'react-admin'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { OnePicker } from '#engine/ui/fields/inputs/references/ReferencePicker.tsx'
import { optionsMeta } from '#engine/ui/fields/ReferenceValue.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import type { UnattributedEvent } from '../../answers/unattributed.ts'
import { useReattribute } from './useUnattributed.ts'

/** Gives events of one brand to one of its links. */
export default function GiveToDialog({
  events,
  onClose,
  onDone,
}: {
  events: readonly UnattributedEvent[]
  onClose: () => void
  onDone: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const { giveTo } = useReattribute()
  const [action, setAction] = useState<number | string | null>(null)
  const { run, isRunning, error } = useAsyncAction()
  const { brand } = events[0]!
  // A link knows its brand through its campaign.
  const campaigns = useGetList(
    'campaign',
    { filter: { brand }, meta: optionsMeta },
    { retry: false, staleTime: 60_000 },
  )
  const give = () =>
    run(async () => {
      const { attributed } = await giveTo(events, Number(action))
      notify('moneyPages.unattributed.done', { type: 'success', messageArgs: { smart_count: attributed } })
      onDone()
      onClose()
    })
  return (
    <PromptDialog
      title={translate('moneyPages.unattributed.giveTo')}
      text={translate('moneyPages.unattributed.giveText', { smart_count: events.length })}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
      action={{
        label: translate('moneyPages.unattributed.give'),
        isDisabled: action === null,
        onClick: () => void give(),
      }}
    >
      <OnePicker
        target="action"
        label={translate('filters.action')}
        value={action}
        onChange={setAction}
        narrowing={{ campaign: (campaigns.data ?? []).map(({ id }) => id) }}
        isDisabled={campaigns.isPending}
      />
    </PromptDialog>
  )
}
