import { editColumns, moved, placed } from '../editOverlay.ts'
import { OrderCard } from './OrderCard.tsx'
import { useStudioScope } from './studioContext.ts'

/** The columns of the list in their order. */
export function ColumnOrder() {
  const { say, studio, resource, laid, fieldLabel } = useStudioScope()
  const { columns } = laid.list
  return (
    <OrderCard
      title={say('columns')}
      items={columns.map((name) => ({ name, label: fieldLabel(resource.name, name) }))}
      onPlace={(name, at) => void studio.edit(editColumns(studio.overlay, resource, placed(columns, name, at)))}
      onMove={(name, step) => void studio.edit(editColumns(studio.overlay, resource, moved(columns, name, step)))}
    />
  )
}
