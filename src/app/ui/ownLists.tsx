import { lazy, type ReactElement } from 'react'

const EntriesPage = lazy(() =>
  import('#features/payouts/ui/entries/EntriesPage.tsx').then((module) => ({ default: module.EntriesPage })),
)
const ActivityLogPage = lazy(() =>
  import('#engine/activityLog/ui/ActivityLogPage.tsx').then((module) => ({ default: module.ActivityLogPage })),
)

/** Lists whose declaration cannot say all they show: rows that open in place. Everything else is derived. */
export const customLists: Readonly<Record<string, ReactElement>> = {
  entry: <EntriesPage />,
  activityLog: <ActivityLogPage />,
}
