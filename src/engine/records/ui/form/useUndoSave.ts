import { useDataProvider, useNotify, useRefresh } from 'react-admin'
import { seesUnmasked, writableFields } from '#engine/declaration/derive/access.ts'
import { sameValue } from '#engine/declaration/derive/difference.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { useNameInFull, useNotifyFailedWrite } from '../useRecordMessages.ts'

/**
 * How a save is taken back: what it changed is written as it was, by the same way and rules, so that somebody else's
 * later change is never overwritten. Null where nothing of it can be put back: a password, what is seen masked.
 */
export function useUndoSave(): (before: AnyRecord | undefined, saved: AnyRecord) => (() => void) | null {
  const resource = useConfiguredResource()
  const actor = useActor()
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const refresh = useRefresh()
  const nameInFull = useNameInFull()
  const notifyFailed = useNotifyFailedWrite()
  return (before, saved) => {
    if (!before || before['id'] !== saved['id']) return null
    const changed = writableFields({ actor, resource, operation: 'update' }).filter((name) => {
      const field = resource.fields[name]!
      const isKnown =
        name in before && name in saved && field.kind !== 'password' && !field.over && seesUnmasked({ actor, field })
      return isKnown && !sameValue(before[name] ?? null, saved[name] ?? null)
    })
    if (changed.length === 0) return null
    const data = { ...Object.fromEntries(changed.map((name) => [name, before[name]])), version: saved['version'] }
    const id = saved['id'] as number
    return () => {
      dataProvider.update(resource.name, { id, data, previousData: { ...saved, id } }).then(
        () => {
          notify('resourcePages.form.undone', { type: 'info', messageArgs: { record: nameInFull(resource, before) } })
          refresh()
        },
        (error: unknown) => notifyFailed({ write: 'update', resource, record: saved, error }),
      )
    }
  }
}
