import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import type { ShownJob, ShownRun } from '../answers/jobs.ts'
import { eventStream } from '#engine/live/ui/eventStream.ts'
import { jobsKey } from './jobsKey.ts'

/** How often the page looks again, in milliseconds: while something runs that nobody tells of, and else. */
const followMs = { running: 1_500, idle: 15_000 }
const isBusy = (jobs: readonly ShownJob[] | undefined) => jobs?.some(({ currentRun }) => currentRun !== null) ?? false

/** Every job with its last and next run, looked at again while the page is open (unless only something is to be run), and how to run one now. */
export function useJobs({ isFollowed = true }: { isFollowed?: boolean } = {}) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const jobs = useQuery({
    queryKey: jobsKey,
    queryFn: ({ signal }) => dataProvider.read<ShownJob[]>('/api/job', signal),
    enabled: isFollowed,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      isBusy(data) && !eventStream.isOpen() ? followMs.running : followMs.idle,
  })
  return {
    jobs,
    runNow: async (name: string, input: AnyRecord = {}) => {
      await dataProvider.runAction({ resource: 'job', path: `${name}/run`, input })
      await queryClient.invalidateQueries({ queryKey: jobsKey })
    },
  }
}

/** The newest runs of a job; read anew when one ended. */
export function useRuns(name: string, lastRun: number | null) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: [...jobsKey, name, lastRun],
    queryFn: ({ signal }) => dataProvider.read<ShownRun[]>(`/api/job/${name}`, signal),
    retry: false,
    staleTime: 0,
  })
}
