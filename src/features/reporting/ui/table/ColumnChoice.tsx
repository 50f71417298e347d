import { useTranslate } from 'react-admin'
import ViewWeekIcon from '@mui/icons-material/ViewWeek'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { measureColumn } from '#resources/measures.ts'
import type { Report } from '#engine/declaration/report.ts'
import { PanelButton } from '#engine/ui/dialogs/PanelButton.tsx'
import { useReportLabels } from '../reportLabels.ts'
import { columnGroups } from '#engine/declaration/derive/report/reportRows.ts'

/** Which columns of a report are shown. */
export function ColumnChoice({
  report,
  hidden,
  onHidden,
}: {
  report: Report
  hidden: ReadonlySet<string>
  onHidden: (hidden: ReadonlySet<string>) => void
}) {
  const translate = useTranslate()
  const labels = useReportLabels()
  const toggle = (name: string) => {
    const next = new Set(hidden)
    if (!next.delete(name)) next.add(name)
    onHidden(next)
  }
  return (
    <PanelButton
      label={translate('resourcePages.report.columns')}
      icon={<ViewWeekIcon />}
      side="right"
      panel={() => (
        <Box sx={{ p: 2, maxWidth: 560 }}>
          {columnGroups(report.measures.map(measureColumn)).map((group, index) => (
            <Box key={index} sx={{ mb: 1 }}>
              <Typography variant="subtitle2" component="h2">
                {labels.group(group)}
              </Typography>
              <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)' } }}>
                {group.columns.map((column) => (
                  <FormControlLabel
                    key={column.name}
                    label={labels.measure(column)}
                    slotProps={{ typography: { variant: 'body2' } }}
                    control={
                      <Checkbox size="small" checked={!hidden.has(column.name)} onChange={() => toggle(column.name)} />
                    }
                  />
                ))}
              </Box>
            </Box>
          ))}
          <Button size="small" disabled={hidden.size === 0} onClick={() => onHidden(new Set())}>
            {translate('resourcePages.report.allShown')}
          </Button>
        </Box>
      )}
    />
  )
}
