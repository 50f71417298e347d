import Stack from '@mui/material/Stack'
import { useTranslate } from 'react-admin'
import { menu } from '#resources/menu.ts'
import { declaredOf, overlaidMenu } from '#engine/declaration/overlay/overlay.ts'
import { moveEntry, placeEntry } from '../editOverlay.ts'
import { OrderCard } from './OrderCard.tsx'
import { useStudioScope } from './studioContext.ts'

/** The entries of the menu in their order, group by group. */
export function MenuOrder() {
  const translate = useTranslate()
  const { studio } = useStudioScope()
  const declared = declaredOf(menu)
  return (
    <Stack spacing={2}>
      {Object.entries(overlaidMenu(declared, studio.overlay)).map(([group, entries]) => (
        <OrderCard
          key={group}
          title={translate(`menu.groups.${group}`)}
          items={entries.map(({ name }) => ({ name, label: translate(`menu.entries.${name}`) }))}
          onPlace={(name, at) => void studio.edit(placeEntry(studio.overlay, declared, [group, name], at))}
          onMove={(name, step) => void studio.edit(moveEntry(studio.overlay, declared, [group, name], step))}
        />
      ))}
    </Stack>
  )
}
