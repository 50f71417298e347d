import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { JobCard } from './JobCard.tsx'
import { useJobs } from './useJobs.ts'

/** What the product does by itself: when each job ran and runs next, what came of it, and running it now. For root. */
export default function JobsPage() {
  const translate = useTranslate()
  const { jobs, runNow } = useJobs()
  return (
    <Box sx={{ minWidth: 0 }}>
      <PageHeading title={translate('moneyPages.jobs.title')} detail={translate('moneyPages.jobs.lead')} />
      <Paper variant="outlined">
        <QueryBoundary query={jobs}>
          {(all) => (
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {all.map((job) => (
                <JobCard key={job.name} job={job} onRun={(input) => runNow(job.name, input && { ...input })} />
              ))}
            </Box>
          )}
        </QueryBoundary>
      </Paper>
    </Box>
  )
}
