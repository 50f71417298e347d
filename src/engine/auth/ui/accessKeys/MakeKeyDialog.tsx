import { useTranslate } from 'react-admin'
import { choice, date, text } from '#engine/declaration/fields/index.ts'
import { keyScope } from '#resources/choices.ts'
import type { AccessKeyAnswer, KeyScope } from '../../answers/accessKeys.ts'
import type { WantedKey } from './useAccessKeys.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { addDays, startOfDay } from '#engine/values/calendar.ts'
import { FieldsDialog } from '#engine/ui/dialogs/FieldsDialog.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { installation } from '#engine/ui/shell/installation.ts'

const rotated = { scope: choice(keyScope, { required: true }), lastDay: date() }
const made = { label: text({ required: true, max: 80 }), ...rotated }

const inPast = ({ lastDay }: AnyRecord): Problem[] =>
  lastDay !== null && String(lastDay) < businessToday() ? [{ field: 'lastDay', code: 'in_past' }] : []

/** The moment at which a key ends that opens something up to a day, that day included. */
const endAfter = (lastDay: unknown) =>
  lastDay === null ? null : startOfDay({ day: addDays(String(lastDay), 1), zone: installation.businessTimeZone })

/**
 * Asks what a new key is called, what it opens and until which day, that day included.
 * @param rotates the key that the new one replaces, where it does
 */
export function MakeKeyDialog({
  rotates,
  onMake,
  onClose,
}: {
  rotates?: AccessKeyAnswer
  onMake: (wanted: WantedKey) => Promise<void>
  onClose: () => void
}) {
  const translate = useTranslate()
  const isRotated = rotates !== undefined
  const action = translate(isRotated ? 'panels.accessKeys.rotate' : 'panels.accessKeys.make')
  return (
    <FieldsDialog
      title={isRotated ? translate('panels.accessKeys.rotateTitle', { label: rotates.label }) : action}
      {...(isRotated ? { text: translate('panels.accessKeys.rotateText') } : {})}
      action={action}
      fields={isRotated ? rotated : made}
      initial={{ scope: rotates && !rotates.isEarlier ? rotates.scope : 'reports' }}
      words={{
        scope: { label: translate('panels.accessKeys.scope'), help: translate('panels.accessKeys.scopeHelp') },
        label: { label: translate('panels.accessKeys.label'), help: translate('panels.accessKeys.labelHelp') },
        lastDay: { label: translate('panels.accessKeys.lastDay'), help: translate('panels.accessKeys.lastDayHelp') },
      }}
      check={inPast}
      onSend={({ label, scope, lastDay }) =>
        onMake({
          ...(isRotated ? {} : { label: String(label) }),
          scope: scope as KeyScope,
          expiresAt: endAfter(lastDay)?.toISOString() ?? null,
        })
      }
      onClose={onClose}
    />
  )
}
