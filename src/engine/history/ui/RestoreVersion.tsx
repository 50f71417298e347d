import { useDataProvider, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import { can, writableFields } from '#engine/declaration/derive/access.ts'
import { sameValue } from '#engine/declaration/derive/difference.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { CompareVersions } from './CompareVersions.tsx'
import type { HistoryRow } from './historyRow.ts'

/**
 * Brings back what an earlier version held, from today on: as a change like any other, with its checks, its proof and
 * its line in the log. Nothing of the past changes.
 */
export function RestoreVersion({ row, current }: { row: HistoryRow; current: HistoryRow }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  const written = new Set(writableFields({ actor, resource, operation: 'update' }))
  const changed = Object.keys(row.values).filter(
    (name) => resource.fields[name] && !sameValue(row.values[name], current.values[name]),
  )
  const mayRestore = can({ actor, resource, operation: 'update' }) && changed.every((name) => written.has(name))
  if (!mayRestore || changed.length === 0) return null
  return (
    <DialogButton
      size="small"
      label={translate('work.versions.restore')}
      aria-label={translate('work.versions.restoreNamed', { version: row.id })}
      dialog={(onClose) => <RestoreDialog row={row} current={current} changed={changed} onClose={onClose} />}
    />
  )
}

function RestoreDialog({
  row,
  current,
  changed,
  onClose,
}: {
  row: HistoryRow
  current: HistoryRow
  changed: readonly string[]
  onClose: () => void
}) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const record = useRecordContext()!
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const refresh = useRefresh()
  const errorText = useErrorText()
  const { run, isRunning, error } = useAsyncAction()
  const restore = () =>
    run(async () => {
      const values = Object.fromEntries(changed.map((name) => [name, row.values[name]]))
      const data = { ...values, version: record['version'] }
      await dataProvider.update(resource.name, { id: record.id, data, previousData: record })
      notify('work.versions.restored', { type: 'success', messageArgs: { version: row.id } })
      refresh()
      onClose()
    })
  return (
    <PromptDialog
      title={translate('work.versions.restoreNamed', { version: row.id })}
      text={translate('work.versions.restoreText')}
      maxWidth="sm"
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
      action={{ label: translate('work.versions.restore'), onClick: () => void restore() }}
    >
      <CompareVersions older={current} newer={row} />
    </PromptDialog>
  )
}
