import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'
import type { StoredStatement } from '../answers/bankStatements.ts'
import type { ReconciliationAnswer } from '../answers/reconciliation.ts'

const queryKey = ['bankStatement', 'waiting']
const digestShown = 12

/** Stored statements that say that settled payments came back, which another person than their uploader approves. */
export function WaitingStatements() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => dataProvider.read<StoredStatement[]>('/api/bankStatement', signal),
    retry: false,
  })
  return (data ?? []).map((statement) => <WaitingStatement key={statement.id} statement={statement} />)
}

function WaitingStatement({ statement }: { statement: StoredStatement }) {
  const { id, digest, payments, uploadedBy, isAuthor } = statement
  const translate = useTranslate()
  const errorText = useErrorText()
  const notify = useNotify()
  const client = useQueryClient()
  const call = useIdempotentCall()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const approve = async () => {
    const { confirmation } = await dataProvider.read<ReconciliationAnswer>(`/api/bankStatement/${id}`)
    const done = await call.run({ resource: 'bankStatement', path: `${id}/approve`, input: { confirmation } })
    if (!done) return
    const changed = (done['changed'] as unknown[]).length
    notify('moneyPages.reconciliation.confirmed', { type: 'success', messageArgs: { smart_count: changed } })
    await client.invalidateQueries({ queryKey })
  }
  const button = (
    <Button
      variant="contained"
      size="small"
      disabled={isAuthor}
      loading={call.isRunning}
      onClick={() => void approve()}
    >
      {translate('moneyPages.reconciliation.approveStored')}
    </Button>
  )
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2, overflowWrap: 'anywhere' }}
      action={
        isAuthor ? (
          <Tooltip title={translate('errors.approver_not_apart')}>
            <span>{button}</span>
          </Tooltip>
        ) : (
          button
        )
      }
    >
      {translate('moneyPages.reconciliation.stored', {
        name: uploadedBy,
        payments: payments.join(', '),
        digest: digest.slice(0, digestShown),
      })}
      {isAuthor && ` ${translate('errors.approver_not_apart')}`}
      {call.error !== null && ` ${errorText(call.error)}`}
    </Alert>
  )
}
