import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslate } from 'react-admin'
import type { ShownJob } from '../answers/jobs.ts'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { RunButton } from './JobCard.tsx'
import { useJobs } from './useJobs.ts'
import { useOutcomeText } from './useOutcomeText.ts'
import { inboxKey } from '#engine/ui/inbox/inboxKey.ts'
import { InboxList } from '#engine/ui/inbox/InboxList.tsx'
import { InboxRow } from '#engine/ui/inbox/InboxRow.tsx'

/** Jobs whose last run failed, each to be run again; looked at until they have ended. */
export default function JobsHere() {
  const client = useQueryClient()
  const { jobs, runNow } = useJobs()
  const failed = jobs.data?.filter(({ lastRun }) => lastRun?.state === 'failed').map(({ name }) => name)
  const names = failed?.join(' ')
  useEffect(() => {
    if (names !== undefined) void client.invalidateQueries({ queryKey: inboxKey })
  }, [client, names])
  return (
    <InboxList query={jobs}>
      {(all) =>
        all
          .filter(({ name }) => failed?.includes(name))
          .map((job) => <Job key={job.name} job={job} onRun={() => runNow(job.name)} />)
      }
    </InboxList>
  )
}

function Job({ job, onRun }: { job: ShownJob; onRun: () => Promise<void> }) {
  const translate = useTranslate()
  const outcomeText = useOutcomeText()
  const { lastRun, currentRun } = job
  const why = currentRun ? (
    translate(`moneyPages.jobs.states.${currentRun.state}`)
  ) : (
    <>
      <RelativeMoment at={lastRun?.finishedAt} /> · {lastRun?.outcome ? outcomeText(lastRun) : ''}
    </>
  )
  return (
    <InboxRow name={translate(`moneyPages.jobs.names.${job.name}`, { _: job.name })} why={why}>
      <RunButton job={job} onRun={onRun} />
    </InboxRow>
  )
}
