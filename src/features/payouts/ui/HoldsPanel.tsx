import { lazy, Suspense, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { HoldsAnswer, KeptHold } from '../answers/holds.ts'
import type { PayeeKind } from '#rules/payouts/payments.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { RiskLink } from '#features/risk/ui/RiskLink.tsx'
import { useHoldText } from './payees/useHoldText.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

const HoldDialog = lazy(() => import('./dialogs/HoldDialog.tsx'))

/** On the page of an affiliate or partner: what holds its payments, since when, by whom and why; holding and releasing. */
export default function HoldsPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const { name: kind } = useConfiguredResource()
  const record = useRecordContext()
  // Nobody else may ask: the server would refuse, and a refusal ends the session.
  if (!record || !(actor.root || actor.roles.has('financial'))) return null
  return (
    <Panel title={translate('paying.panelTitle')}>
      <Holds key={record.id} owner={{ kind: kind as PayeeKind, id: Number(record.id), name: String(record['name']) }} />
    </Panel>
  )
}

function Holds({ owner }: { owner: { kind: PayeeKind; id: number; name: string } }) {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [opened, setOpened] = useState<'hold' | 'release' | null>(null)
  const path = `/api/payment/${owner.kind}/${owner.id}/holds`
  const holds = useQuery({
    queryKey: ['payment', 'holds', path],
    queryFn: ({ signal }) => dataProvider.read<HoldsAnswer>(path, signal),
    retry: false,
    staleTime: 0,
  })
  return (
    <QueryBoundary query={holds}>
      {(answer) => {
        const inForce = answer.holds.filter(({ releasedAt }) => releasedAt === null)
        return (
          <>
            {inForce.length === 0 && (
              <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
                {translate('paying.nothingHolds')}
              </Typography>
            )}
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {answer.holds.map((hold) => (
                <Hold key={hold.id} hold={hold} />
              ))}
            </Box>
            <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
              {!inForce.some(({ cause }) => cause === 'by_hand') && (
                <Button size="small" variant="outlined" onClick={() => setOpened('hold')}>
                  {translate('paying.hold')}
                </Button>
              )}
              {inForce.some(({ cause }) => cause !== 'risk' && cause !== 'suspended') && (
                <Button size="small" variant="contained" onClick={() => setOpened('release')}>
                  {translate('paying.release')}
                </Button>
              )}
              {inForce.some(({ cause }) => cause === 'risk') && <RiskLink />}
            </Box>
            <Suspense fallback={null}>
              {opened && (
                <HoldDialog
                  owner={owner}
                  decision={opened}
                  placedAt={inForce
                    .map((hold) => hold.placedAt)
                    .toSorted()
                    .at(-1)}
                  onAnswered={() => void holds.refetch()}
                  onClose={() => setOpened(null)}
                />
              )}
            </Suspense>
          </>
        )
      }}
    </QueryBoundary>
  )
}

/** What ended a hold that nobody released, in words. */
const saidOfKey: Readonly<Record<string, string>> = {
  payment_key_changed: 'paying.keyChanged',
  key_is_right: 'paying.keyCheck.right',
}

function Hold({ hold }: { hold: KeptHold }) {
  const translate = useTranslate()
  const text = useHoldText()
  const moment = useMomentText()
  const { releasedAt, releasedBy, releaseNote } = hold
  if (releasedAt === null)
    return (
      <li>
        <Alert severity="warning" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
          {text(hold)}
          {hold.approvalsNeeded > 1 && (
            <div>
              {translate('paying.approvals', {
                given: hold.approvedBy.length,
                needed: hold.approvalsNeeded,
                names: hold.approvedBy.join(', ') || '–',
              })}
            </div>
          )}
        </Alert>
      </li>
    )
  return (
    <Typography component="li" variant="body2" color="textSecondary" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
      {text(hold)}{' '}
      {translate('paying.released', {
        at: moment(releasedAt),
        name: releasedBy ?? '–',
        note: saidOfKey[releaseNote ?? ''] ? translate(saidOfKey[releaseNote ?? '']!) : (releaseNote ?? '–'),
      })}
    </Typography>
  )
}
