import { useState } from 'react'
import { LinkBase, useTranslate } from 'react-admin'
import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { reports } from '#resources/reports/index.ts'
import { mayReadReport } from '#engine/declaration/derive/access.ts'
import type { Report } from '#engine/declaration/report.ts'
import { homeAddress } from '#engine/ui/shell/entryRouting.ts'
import { useOptionalActor } from '#engine/records/ui/ResourcesContext.tsx'
import type { ReportQuery } from './reportQuery.ts'

/** The way from a report to the others one may read, for the same days: also to those the menu does not name. */
export function OtherReports({ report, query }: { report: Report; query: Pick<ReportQuery, 'period'> }) {
  const translate = useTranslate()
  const actor = useOptionalActor()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (actor === null) return null
  const shown = Object.values(reports as Readonly<Record<string, Report>>).filter(
    (each) => each.name !== report.name && each.path !== homeAddress && mayReadReport({ actor, report: each }),
  )
  if (shown.length === 0) return null
  const { from, to } = query.period
  return (
    <>
      <Button
        size="small"
        startIcon={<AssessmentOutlined />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ displayPrint: 'none' }}
      >
        {translate('resourcePages.report.otherReports')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {shown.map(({ name, path }) => (
          <MenuItem
            key={name}
            component={LinkBase}
            to={`${path}?${new URLSearchParams({ from, to })}`}
            onClick={() => setAnchor(null)}
          >
            {translate(`reports.${name}.name`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
