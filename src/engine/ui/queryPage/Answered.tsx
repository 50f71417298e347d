import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'

/**
 * What a question was answered: a place kept free until then, a line while it is asked again, or why there is no answer
 * and a way to ask anew.
 * @param height of the place kept free, in pixels
 */
export function QueryBoundary<Data>({
  query,
  height = 240,
  children,
}: {
  query: UseQueryResult<Data>
  height?: number
  children: (data: Data) => ReactNode
}) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  return (
    <Box sx={{ position: 'relative' }} aria-busy={isFetching}>
      {isFetching && isPlaceholderData && (
        <LinearProgress
          aria-label={translate('resourcePages.report.loading')}
          sx={{ position: 'absolute', left: 0, right: 0, top: 0, zIndex: 1 }}
        />
      )}
      {error && (
        <Alert
          severity="error"
          sx={{ m: 2 }}
          action={
            <Button color="inherit" size="small" onClick={() => void refetch()}>
              {translate('resourcePages.list.retry')}
            </Button>
          }
        >
          {errorText(error)}
        </Alert>
      )}
      {!error && data === undefined && <Skeleton variant="rectangular" height={height} />}
      {!error && data !== undefined && children(data)}
    </Box>
  )
}
