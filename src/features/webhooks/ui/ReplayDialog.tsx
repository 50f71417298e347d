import { useTranslate } from 'react-admin'
import { moment } from '#engine/declaration/fields/index.ts'
import { FieldsDialog } from '#engine/ui/dialogs/FieldsDialog.tsx'

const fields = { from: moment({ required: true }), to: moment({ required: true }) }

/** Asks from when to when all that a target is told of is to be sent again. */
export function ReplayDialog({
  onReplay,
  onClose,
}: {
  onReplay: (range: { from: string; to: string }) => Promise<void>
  onClose: () => void
}) {
  const translate = useTranslate()
  return (
    <FieldsDialog
      title={translate('signals.replayTitle')}
      text={translate('signals.replayText')}
      action={translate('signals.replay')}
      fields={fields}
      words={{ from: { label: translate('signals.from') }, to: { label: translate('signals.to') } }}
      onSend={({ from, to }) => onReplay({ from: String(from), to: String(to) })}
      onClose={onClose}
    />
  )
}
