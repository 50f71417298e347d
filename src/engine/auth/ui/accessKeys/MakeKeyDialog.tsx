import { useTranslate } from 'react-admin'
import { choice, date, text } from '#engine/declaration/fields/index.ts'
import { keyScope } from '#resources/choices.ts'
import type { AccessKeyAnswer, KeyScope, OfferedScope } from '../../answers/accessKeys.ts'
import type { WantedKey } from './useAccessKeys.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { addDays, startOfDay } from '#engine/values/calendar.ts'
import { useCodeText } from '#engine/records/ui/useErrorText.ts'
import { FieldsDialog } from '#engine/ui/dialogs/FieldsDialog.tsx'
import { businessToday, businessZone } from '#engine/ui/fields/today.ts'

const fieldsOf = (offered: readonly KeyScope[]) => ({
  scope: choice({ ...keyScope, values: offered }, { required: true }),
  lastDay: date(),
})
const label = text({ required: true, max: 80 })

const inPast = ({ lastDay }: AnyRecord): Problem[] =>
  lastDay !== null && String(lastDay) < businessToday() ? [{ field: 'lastDay', code: 'in_past' }] : []

/** The moment at which a key ends that opens something up to a day, that day included. */
const endAfter = (lastDay: unknown) =>
  lastDay === null ? null : startOfDay({ day: addDays(String(lastDay), 1), zone: businessZone() })

/**
 * Asks what a new key is called, what it opens and until which day, that day included.
 * @param rotates the key that the new one replaces, where it does
 * @param scopes what each scope is refused for, if it is
 */
export function MakeKeyDialog({
  rotates,
  scopes,
  onMake,
  onClose,
}: {
  rotates?: AccessKeyAnswer
  /** What the server would accept of this person, and why not the rest. */
  scopes: readonly OfferedScope[]
  onMake: (wanted: WantedKey) => Promise<void>
  onClose: () => void
}) {
  const translate = useTranslate()
  const isRotated = rotates !== undefined
  const codeText = useCodeText()
  const offered = scopes.flatMap(({ scope, refusal }) => (refusal === null ? scope : []))
  const refusal = scopes.find((each) => each.refusal !== null)?.refusal
  const help = [translate('panels.accessKeys.scopeHelp'), refusal && codeText(refusal)].filter(Boolean).join(' ')
  const kept = rotates && !rotates.isEarlier && offered.includes(rotates.scope) ? rotates.scope : offered[0]
  const rotated = fieldsOf(offered)
  const action = translate(isRotated ? 'panels.accessKeys.rotate' : 'panels.accessKeys.make')
  return (
    <FieldsDialog
      title={isRotated ? translate('panels.accessKeys.rotateTitle', { label: rotates.label }) : action}
      {...(isRotated ? { text: translate('panels.accessKeys.rotateText') } : {})}
      action={action}
      fields={isRotated ? rotated : { label, ...rotated }}
      initial={{ scope: kept }}
      words={{
        scope: { label: translate('panels.accessKeys.scope'), help },
        label: { label: translate('panels.accessKeys.label'), help: translate('panels.accessKeys.labelHelp') },
        lastDay: { label: translate('panels.accessKeys.lastDay'), help: translate('panels.accessKeys.lastDayHelp') },
      }}
      check={inPast}
      onSend={({ label: called, scope, lastDay }) =>
        onMake({
          ...(isRotated ? {} : { label: String(called) }),
          scope: scope as KeyScope,
          expiresAt: endAfter(lastDay)?.toISOString() ?? null,
        })
      }
      onClose={onClose}
    />
  )
}
