import { useNotify, useTranslate } from 'react-admin'
import EditDialog from '#engine/records/ui/form/EditDialog.tsx'
import type { PayeeRow } from '../../answers/payees.ts'
import { useOwnersRefresh } from '../payees/usePayees.ts'

/** Completes a payee's missing fields in a dialog. */
export default function MendDialog({
  owner,
  fields,
  onClose,
}: {
  owner: PayeeRow
  fields: readonly string[]
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useOwnersRefresh()
  return (
    <EditDialog
      target={owner.kind}
      id={owner.id}
      fields={fields}
      title={translate('work.payRun.mendTitle', { name: owner.name })}
      text={fields.includes('paymentKey') ? translate('work.payRun.mendText') : undefined}
      onSaved={async () => {
        notify('work.payRun.mended', { type: 'success', messageArgs: { name: owner.name } })
        await refresh()
      }}
      onClose={onClose}
    />
  )
}
