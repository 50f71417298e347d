import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import Typography from '@mui/material/Typography'
import type { OwnTerms } from '../../answers/terms.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'

/** The terms in force: what they say, when they were accepted, and the button that accepts them. */
export function TermsNotice({ terms }: { terms: OwnTerms }) {
  const translate = useTranslate()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const moment = useMomentText()
  const queryClient = useQueryClient()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.callApi(`/api/portal/terms/${terms.id}/accept`, { method: 'POST', body: '{}' }),
    onSuccess: () => {
      notify('portal.terms.done', { type: 'success' })
      return queryClient.invalidateQueries({ queryKey: ['portal'] })
    },
    onError: notifyError,
  })
  return (
    <Alert severity={terms.acceptedAt ? 'success' : 'warning'} sx={{ mb: 2, '& .MuiAlert-message': { width: '100%' } }}>
      <Typography component="h2" variant="subtitle2">
        {translate('portal.terms.title', { name: terms.name, day: formatDay(terms.holdsFrom) })}
      </Typography>
      {terms.acceptedAt
        ? translate('portal.terms.accepted', { at: moment(terms.acceptedAt) })
        : translate('portal.terms.open')}
      <div>
        <Button color="inherit" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {translate(isOpen ? 'portal.terms.hide' : 'portal.terms.read')}
        </Button>
        {!terms.acceptedAt && (
          <Button color="inherit" size="small" loading={isPending} onClick={() => mutate()}>
            {translate('portal.terms.accept')}
          </Button>
        )}
      </div>
      <Collapse in={isOpen} unmountOnExit>
        <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', mt: 1 }}>
          {terms.text}
        </Typography>
      </Collapse>
    </Alert>
  )
}
