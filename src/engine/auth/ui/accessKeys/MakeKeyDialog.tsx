import { useTranslate } from 'react-admin'
import { date, text } from '#engine/declaration/fields/index.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { addDays, startOfDay } from '#engine/values/calendar.ts'
import { FieldsDialog } from '#engine/ui/dialogs/FieldsDialog.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { installation } from '#engine/ui/shell/installation.ts'

const fields = { label: text({ required: true, max: 80 }), lastDay: date() }

const inPast = ({ lastDay }: AnyRecord): Problem[] =>
  lastDay !== null && String(lastDay) < businessToday() ? [{ field: 'lastDay', code: 'in_past' }] : []

/** The moment at which a key ends that opens something up to a day, that day included. */
const endAfter = (lastDay: unknown) =>
  lastDay === null ? null : startOfDay({ day: addDays(String(lastDay), 1), zone: installation.businessTimeZone })

/** Asks what a new key is called and until which day it opens something, that day included. */
export function MakeKeyDialog({
  onMake,
  onClose,
}: {
  onMake: (wanted: { label: string; expiresAt: string | null }) => Promise<void>
  onClose: () => void
}) {
  const translate = useTranslate()
  return (
    <FieldsDialog
      title={translate('panels.accessKeys.make')}
      action={translate('panels.accessKeys.make')}
      fields={fields}
      words={{
        label: { label: translate('panels.accessKeys.label'), help: translate('panels.accessKeys.labelHelp') },
        lastDay: { label: translate('panels.accessKeys.lastDay'), help: translate('panels.accessKeys.lastDayHelp') },
      }}
      check={inPast}
      onSend={({ label, lastDay }) =>
        onMake({ label: String(label), expiresAt: endAfter(lastDay)?.toISOString() ?? null })
      }
      onClose={onClose}
    />
  )
}
