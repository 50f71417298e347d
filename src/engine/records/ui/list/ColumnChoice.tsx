import { lazy } from 'react'
import { useTranslate } from 'react-admin'
import ViewWeekIcon from '@mui/icons-material/ViewWeek'
import { PanelButton } from '#engine/ui/dialogs/PanelButton.tsx'
import type { ColumnOverrides } from './useListColumns.ts'

const ColumnPanel = lazy(() => import('./ColumnPanel.tsx'))

/**
 * Which columns a list shows, and in which order. The library's own menu is moved by dragging alone, and its parts have
 * no roles that fit into each other.
 */
export function ColumnChoice(own: ColumnOverrides) {
  const title = useTranslate()('ra.action.select_columns')
  return <PanelButton label={title} icon={<ViewWeekIcon />} side="right" panel={() => <ColumnPanel {...own} />} />
}
