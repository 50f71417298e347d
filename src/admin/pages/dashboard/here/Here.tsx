import type { InboxKind } from '../../../../config/answers/inbox.ts'
import { payoutStatus } from '../inboxPaths.ts'
import { AdjustmentsHere } from './AdjustmentsHere.tsx'
import { EventsHere } from './EventsHere.tsx'
import { JobsHere } from './JobsHere.tsx'
import { OwnersHere } from './OwnersHere.tsx'

/** What waits, one by one, each with what is done about it: the first of them, the rest is on its page. */
export default function Here({ kind }: { kind: InboxKind }) {
  if (kind in payoutStatus) return <OwnersHere status={payoutStatus[kind as keyof typeof payoutStatus]} />
  if (kind === 'ownerless') return <EventsHere />
  if (kind === 'failedJobs') return <JobsHere />
  return <AdjustmentsHere />
}
