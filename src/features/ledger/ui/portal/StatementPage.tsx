import { useState } from 'react'
import { LinkBase, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { currency as currencies } from '#resources/choices.ts'
import type { StatementDocument } from '../../answers/statement.ts'
import { isDay, startOfMonth } from '#engine/values/calendar.ts'
import { DayField } from '#engine/ui/fields/inputs/DayField.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { FileButton } from '#engine/export/ui/FileButton.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { portalPath } from '#engine/ui/router/pagePaths.ts'
import { StatementFiles } from '../statement/StatementFiles.tsx'
import { StatementPaper } from '../statement/StatementPaper.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { AskButton } from '#features/portal/ui/Question.tsx'
import { useAnswer } from '#features/portal/ui/usePortal.ts'

const row = { display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))' }

/** An affiliate's own statement: on paper, as a workbook, and with its proof. */
export default function StatementPage() {
  const translate = useTranslate()
  const language = useLanguage()
  const { affiliate } = useActor()
  const [asked, setAsked] = useState({ from: startOfMonth(businessToday()), to: businessToday(), currency: '' })
  const days = `from=${asked.from}&to=${asked.to}${asked.currency === '' ? '' : `&currency=${asked.currency}`}`
  const path = `/api/statement/affiliate/${affiliate}`
  const inWords = `${days}&language=${language}`
  const query = useAnswer<StatementDocument>(`${path}/document?${inWords}`)
  const name = `statement-${asked.from}-${asked.to}`
  const isThere = query.data !== undefined && !query.error
  return (
    <>
      <Box sx={{ displayPrint: 'none' }}>
        <PageHeading title={translate('portal.pages.statement')} />
        <Paper variant="outlined" sx={{ p: 2, mb: 2 }}>
          <Box sx={row}>
            {(['from', 'to'] as const).map((field) => (
              <DayField
                key={field}
                size="small"
                label={translate(`resourcePages.report.${field}`)}
                value={asked[field]}
                onChange={(day) => isDay(day) && setAsked({ ...asked, [field]: day })}
              />
            ))}
            <TextField
              select
              size="small"
              label={translate('panels.statement.currency')}
              value={asked.currency}
              onChange={({ target }) => setAsked({ ...asked, currency: target.value })}
            >
              <MenuItem value="">{translate('panels.statement.only')}</MenuItem>
              {currencies.values.map((each) => (
                <MenuItem key={each} value={each}>
                  {each}
                </MenuItem>
              ))}
            </TextField>
          </Box>
        </Paper>
        <StatementFiles {...{ path, days, inWords, name, isThere }}>
          <FileButton
            path="/api/portal/history"
            name={`history-${businessToday()}.zip`}
            label={translate('portal.history')}
          />
          <AskButton object="affiliate" record={affiliate!} name={translate('portal.pages.statement')} />
          <Button component={LinkBase} to={`${portalPath}/help`}>
            {translate('portal.help.verify.title')}
          </Button>
        </StatementFiles>
      </Box>
      <QueryBoundary query={query}>{(document) => <StatementPaper document={document} />}</QueryBoundary>
      {!isThere && !query.error && <Typography>{translate('resourcePages.report.loading')}</Typography>}
    </>
  )
}
