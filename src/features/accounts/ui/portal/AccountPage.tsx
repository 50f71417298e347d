import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { paymentKeyType } from '#resources/choices.ts'
import { isPaidToAccount } from '#rules/payouts/payeeCountry.ts'
import type { PortalTwoStep } from '#features/portal/answers/portal.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { labelKeys, useFieldLabel } from '#engine/ui/fields/labels.ts'
import { installation } from '#engine/ui/shell/installation.ts'
import { ChangePassword } from '#engine/auth/ui/account/ChangePassword.tsx'
import { Sessions } from '#engine/auth/ui/sessions/Sessions.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { Keys } from '#engine/auth/ui/accessKeys/AccessKeysPanel.tsx'
import { Enrolment } from '#engine/auth/ui/twoStep/Enrolment.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useActor, useHasFeature } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText, useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { lazyWithTexts, withLazyTexts } from '#engine/ui/shell/i18nProvider.ts'
import { useAnswer } from '#features/portal/ui/usePortal.ts'

const AccessChanges = lazy(async () => ({
  default: (await withLazyTexts(import('../AccessChanges.tsx'))).AccessChanges,
}))

const DigestPanel = lazyWithTexts(() => import('#features/home/ui/digests/DigestPanel.tsx'))

interface Own {
  readonly id: number
  readonly version: number
  readonly paymentType: string | null
  readonly paymentKeyType: string | null
  readonly country: string | null
}

/** What an affiliate looks after itself: where it is paid to, its authenticator and its access keys. */
export default function AccountPage() {
  const translate = useTranslate()
  const { affiliate, affiliateUser } = useActor()
  const isKeySession = affiliateUser === undefined
  const hasDigests = useHasFeature('digests')
  const own = useAnswer<Own>(`/api/affiliate/${affiliate}`)
  return (
    <>
      <PageHeading title={translate('portal.pages.account')} />
      {isKeySession && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate('portal.account.byKey')}
        </Alert>
      )}
      <Section title={translate('portal.account.payment')}>
        {isKeySession ? (
          <Typography variant="body2">{translate('portal.account.personal')}</Typography>
        ) : (
          <QueryBoundary query={own}>
            {(record) =>
              isPaidToAccount(record.country) ? (
                <AccountData key={record.version} own={record} />
              ) : record.paymentType === 'automatic' ? (
                <PaymentData key={record.version} own={record} />
              ) : (
                <Typography variant="body2">{translate('portal.why.manual')}</Typography>
              )
            }
          </QueryBoundary>
        )}
      </Section>
      {!isKeySession && (
        <Section title={translate('portal.account.twoStep')}>
          <TwoStep />
        </Section>
      )}
      {!isKeySession && (
        <Section title={translate('panels.account.changePassword')}>
          <ChangePassword />
        </Section>
      )}
      {!isKeySession && hasDigests && (
        <Suspense fallback={null}>
          <DigestPanel />
        </Suspense>
      )}
      <Section title={translate('panels.account.sessions')}>
        <Sessions />
      </Section>
      <Section title={translate('panels.accessKeys.title')}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {translate('portal.account.keys')}{' '}
          <a href={`${installation.apiHost}/docs/affiliate`} target="_blank" rel="noreferrer">
            {translate('portal.account.docs')}
          </a>
        </Typography>
        <Keys owner={{ resource: 'affiliate', id: affiliate! }} isReadOnly={isKeySession} />
      </Section>
      <Section title={translate('portal.account.changes')}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {translate('portal.account.changesLead')}
        </Typography>
        <Suspense fallback={null}>
          <AccessChanges affiliate={affiliate!} />
        </Suspense>
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" variant="outlined" sx={{ p: 2, mb: 2 }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Paper>
  )
}

/** Saves where an affiliate is paid to. */
function useSaving(own: Own) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useMutation({
    mutationFn: (values: Readonly<Record<string, string>>) =>
      dataProvider.callApi(`/api/affiliate/${own.id}`, {
        method: 'PUT',
        body: JSON.stringify({ version: own.version, ...values }),
      }),
    onSuccess: () => {
      notify('portal.account.saved', { type: 'success' })
      return queryClient.invalidateQueries({ queryKey: ['portal'] })
    },
  })
}

const accountFields = ['taxNumber', 'iban', 'bic'] as const

/** The account abroad that an affiliate is paid to, and its tax number: what is typed is set anew, the rest stays. */
function AccountData({ own }: { own: Own }) {
  const translate = useTranslate()
  const fieldLabel = useFieldLabel()
  const errorText = useErrorText()
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({})
  const typed = Object.entries(given).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]]))
  const { mutate, isPending, error } = useSaving(own)
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        mutate(Object.fromEntries(typed) as Readonly<Record<string, string>>)
      }}
      sx={{ display: 'grid', gap: 2, maxWidth: 420 }}
    >
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {accountFields.map((name) => (
        <TextField
          key={name}
          size="small"
          label={fieldLabel('affiliate', name)}
          autoComplete="off"
          value={given[name] ?? ''}
          onChange={({ target }) => setGiven({ ...given, [name]: target.value })}
        />
      ))}
      <Typography variant="body2" color="textSecondary">
        {translate('portal.account.accountHelp')}
      </Typography>
      <Button
        type="submit"
        variant="contained"
        loading={isPending}
        disabled={typed.length === 0}
        sx={{ justifySelf: 'start' }}
      >
        {translate('portal.account.save')}
      </Button>
    </Box>
  )
}

/** The key that an affiliate is paid by: it is never shown, only set anew. */
function PaymentData({ own }: { own: Own }) {
  const translate = useTranslate()
  const fieldLabel = useFieldLabel()
  const errorText = useErrorText()
  const [kind, setKind] = useState(own.paymentKeyType ?? '')
  const [value, setValue] = useState('')
  const { mutate, isPending, error } = useSaving(own)
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ paymentKeyType: kind, paymentKey: value.trim() })
      }}
      sx={{ display: 'grid', gap: 2, maxWidth: 420 }}
    >
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      <TextField
        select
        size="small"
        label={fieldLabel('affiliate', 'paymentKeyType')}
        value={kind}
        onChange={({ target }) => setKind(target.value)}
      >
        {paymentKeyType.values.map((each) => (
          <MenuItem key={each} value={each}>
            {translate(labelKeys.choice('paymentKeyType', each))}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        size="small"
        label={translate('portal.account.newKey')}
        helperText={translate('portal.account.keyHelp')}
        autoComplete="off"
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
      <Button
        type="submit"
        variant="contained"
        loading={isPending}
        disabled={kind === '' || value.trim() === ''}
        sx={{ justifySelf: 'start' }}
      >
        {translate('portal.account.save')}
      </Button>
    </Box>
  )
}

function TwoStep() {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  const notifyError = useNotifyError()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const query = useAnswer<PortalTwoStep>('/api/portal/mfa')
  const confirm = async (totp: string) => {
    try {
      await dataProvider.callApi('/api/portal/mfa/confirm', { method: 'POST', body: JSON.stringify({ totp }) })
      await queryClient.invalidateQueries({ queryKey: ['portal'] })
    } catch (error) {
      notifyError(error)
      throw error
    }
  }
  return (
    <QueryBoundary query={query}>
      {({ isConfirmed, otpauthUrl }) =>
        isConfirmed ? (
          <Typography variant="body2">{translate('portal.account.confirmed')}</Typography>
        ) : otpauthUrl ? (
          <Enrolment otpauthUrl={otpauthUrl} onConfirm={confirm} />
        ) : (
          <Typography variant="body2">{translate('portal.account.signInAgain')}</Typography>
        )
      }
    </QueryBoundary>
  )
}
