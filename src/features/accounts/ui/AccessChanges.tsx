import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { AccessChangeAnswer } from '#engine/auth/answers/accessChanges.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

/** What changed in who may sign in for an affiliate and in where it is paid to, and whether it was told by e-mail. */
export function AccessChanges({ affiliate }: { affiliate: number }) {
  const translate = useTranslate()
  const moment = useMomentText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const path = `/api/affiliate/${affiliate}/access_change`
  const changes = useQuery({
    queryKey: ['accessKey', 'changes', path],
    queryFn: ({ signal }) => dataProvider.read<AccessChangeAnswer[]>(path, signal),
    retry: false,
    staleTime: 0,
  })
  return (
    <QueryBoundary query={changes}>
      {(all) =>
        all.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            {translate('access.none')}
          </Typography>
        ) : (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {all.map(({ id, kind, label, at, isByStaff, by, mail, stoppedAt }) => (
              <Box
                component="li"
                key={id}
                sx={{ py: 1, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
              >
                <Typography variant="body2">{translate(`access.kinds.${kind}`, { label: label ?? '' })}</Typography>
                <Typography
                  variant="caption"
                  component="div"
                  color={mail === 'sent' ? 'textSecondary' : 'warning.main'}
                >
                  {[
                    moment(at),
                    by ?? (isByStaff ? translate('access.byTeam') : null),
                    translate(`access.told.${mail}`),
                    stoppedAt && translate('access.stoppedAt', { at: moment(stoppedAt) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Typography>
              </Box>
            ))}
          </Box>
        )
      }
    </QueryBoundary>
  )
}
