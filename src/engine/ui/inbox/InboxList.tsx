import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'

/** What was asked for, as a list; while it comes and where it does not, that. */
export function InboxList<Answer>({
  query,
  children,
}: {
  query: UseQueryResult<Answer>
  children: (answer: Answer) => ReactNode
}) {
  return (
    <QueryBoundary query={query}>
      {(answer) => (
        <Box component="ul" sx={{ m: 0, pl: { xs: 0, sm: 4.5 }, pb: 1, listStyle: 'none' }}>
          {children(answer)}
        </Box>
      )}
    </QueryBoundary>
  )
}
