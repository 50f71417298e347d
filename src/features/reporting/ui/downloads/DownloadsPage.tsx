import { LinkBase, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { reports } from '#resources/reports/index.ts'
import { formatFileSize } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { FileCard } from './FileCard.tsx'
import { ScheduleCard } from './ScheduleCard.tsx'
import { useDownloads, useSchedules } from './useDownloads.ts'

const list = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 } as const
const emptyPlace = {
  p: { xs: 2, sm: 4 },
  textAlign: 'center',
  border: 1,
  borderColor: 'divider',
  borderRadius: 'var(--radius)',
} as const

/** One's own files of reports, and the schedules that make some of them. */
export default function DownloadsPage() {
  const translate = useTranslate()
  return (
    <Box sx={{ minWidth: 0, maxWidth: 860, mx: 'auto' }}>
      <PageHeading title={translate('downloads.title')} detail={translate('downloads.lead')} />
      <Typography component="h2" variant="h6" sx={{ mb: 1.5 }}>
        {translate('downloads.files')}
      </Typography>
      <Files />
    </Box>
  )
}

function Files() {
  const translate = useTranslate()
  const language = useLanguage()
  const size = (bytes: number) => formatFileSize(bytes, { language })
  return (
    <QueryBoundary query={useDownloads()}>
      {({ files, bytes, bytesMax, keptDays }) => (
        <>
          {files.length === 0 ? (
            <NoFiles />
          ) : (
            <>
              <Box component="ul" aria-label={translate('downloads.files')} sx={list}>
                {files.map((file) => (
                  <FileCard key={file.id} file={file} />
                ))}
              </Box>
              <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
                {translate('downloads.kept', { used: size(bytes), max: size(bytesMax), days: keptDays })}
              </Typography>
            </>
          )}
          {/* Below the files once they are there: they would push it down. */}
          <Schedules />
        </>
      )}
    </QueryBoundary>
  )
}

function NoFiles() {
  const translate = useTranslate()
  return (
    <Box sx={emptyPlace}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('downloads.empty')}
      </Typography>
      <Button component={LinkBase} to={reports.generalV2.path} variant="outlined">
        {translate('downloads.openReports')}
      </Button>
    </Box>
  )
}

function Schedules() {
  const translate = useTranslate()
  return (
    <>
      <Typography component="h2" variant="h6" sx={{ mt: 4 }}>
        {translate('downloads.schedules')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {translate('downloads.schedulesLead')}
      </Typography>
      <QueryBoundary query={useSchedules()}>
        {(all) =>
          all.length === 0 ? (
            <Typography color="textSecondary" sx={emptyPlace}>
              {translate('downloads.noSchedules')}
            </Typography>
          ) : (
            <Box component="ul" aria-label={translate('downloads.schedules')} sx={list}>
              {all.map((schedule) => (
                <ScheduleCard key={schedule.id} schedule={schedule} />
              ))}
            </Box>
          )
        }
      </QueryBoundary>
    </>
  )
}
