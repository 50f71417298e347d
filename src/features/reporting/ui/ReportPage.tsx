import { periodBefore } from '#engine/values/periodPresets.ts'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useParams } from 'react-router-dom'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { readLooks } from '#engine/declaration/derive/report/storedQuery.ts'
import { mayReadReport } from '#engine/declaration/derive/access.ts'
import type { Report } from '#engine/declaration/report.ts'
import { errorAnswer } from '#engine/records/ui/dataProvider.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useOptionalActor } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useAddressQuery } from '#engine/ui/router/useAddressQuery.ts'
import { ConversionChoice, CurrencyChoice, useCurrency } from './CurrencyChoice.tsx'
import { PartialNotice } from '#engine/records/ui/PartialNotice.tsx'
import { yearBefore } from './comparison.ts'
import { OtherReports } from './OtherReports.tsx'
import { ReportFacts } from './ReportFacts.tsx'
import { ReportFilters } from './filters/ReportFilters.tsx'
import {
  isAccessKey,
  ofYear,
  periodProblem,
  readQuery,
  type ReportQuery,
  type TokenName,
  tokenNames,
  writeQuery,
} from './reportQuery.ts'
import { TokenGate } from './filters/TokenGate.tsx'
import { useReport } from './useReport.ts'
import { useReportWindows } from './paging/useReportWindows.ts'

const ReportView = lazy(() => import('./ReportView.tsx'))
const OwnTermsPanel = lazy(() => import('#features/deals/ui/OwnTermsPanel.tsx'))
const KnownAt = lazy(() => import('./asOf/KnownAt.tsx'))

/**
 * A report as its declaration says: filters in the address, table, chart, export. Opens without a session where a token
 * is enough.
 */
export function ReportPage({ report }: { report: Report }) {
  // Each report is a page of its own: nothing of one may stand in the place of another while that is read.
  return <OneReport key={report.name} report={report} />
}

/** What only asks for a key stands in the middle, heading and card on one line. */
const askingPlace = { maxWidth: 560, mx: 'auto', pt: { xs: 0, sm: 5 } } as const

function OneReport({ report }: { report: Report }) {
  const translate = useTranslate()
  const actor = useOptionalActor()
  const [typedTokens, setTypedTokens] = useState<ReportQuery['tokens']>({})
  const mayRead = actor !== null && mayReadReport({ actor, report })
  useKeysOutOfAddress({ mayRead, onKeys: setTypedTokens })
  const { query, change } = useQueryInAddress(report, typedTokens)
  const hasToken = Object.keys(query.tokens).some((name) => report.openTo.includes(name as TokenName))
  const isClosed = !mayRead && !hasToken
  return (
    <Box sx={isClosed ? askingPlace : { minWidth: 0 }}>
      <PageHeading title={translate(`reports.${report.name}.name`)}>
        <OtherReports report={report} query={query} />
      </PageHeading>
      {isClosed ? (
        <Closed report={report} isSignedIn={actor !== null} onToken={setTypedTokens} />
      ) : (
        <>
          <ReportFilters
            report={report}
            query={query}
            hasSession={mayRead}
            onChange={change}
            onForgetToken={mayRead || Object.keys(typedTokens).length === 0 ? undefined : () => setTypedTokens({})}
          />
          {mayRead && (
            <Suspense fallback={<Box sx={{ height: 38 }} />}>
              <KnownAt report={report} query={query} onChange={change} />
            </Suspense>
          )}
          <Answered report={report} query={query} onChange={change} onToken={mayRead ? undefined : setTypedTokens}>
            {actor === null && typedTokens.affiliateToken && (
              <OwnTermsPanel affiliateKey={typedTokens.affiliateToken} />
            )}
          </Answered>
        </>
      )}
    </Box>
  )
}

/**
 * Takes keys out of the address once they are read, since an address is shared and remembered. A public code by which
 * somebody signed in narrows is no secret and stays.
 */
function useKeysOutOfAddress({ mayRead, onKeys }: { mayRead: boolean; onKeys: (keys: ReportQuery['tokens']) => void }) {
  const [search, setSearch] = useAddressQuery()
  useEffect(() => {
    const keys = tokenNames.flatMap((name) => {
      const given = search.get(name)
      return given !== null && (!mayRead || isAccessKey(given)) ? [[name, given] as const] : []
    })
    if (keys.length === 0) return
    onKeys(Object.fromEntries(keys))
    setSearch((last) => new URLSearchParams([...last].filter(([name]) => !keys.some(([taken]) => taken === name))), {
      replace: true,
    })
  }, [search, mayRead, onKeys, setSearch])
}

/**
 * The question as the address says it, and how to change it. Keys never stand in the address: it is shared and
 * remembered.
 */
function useQueryInAddress(report: Report, typedTokens: ReportQuery['tokens']) {
  const [search, setSearch] = useAddressQuery()
  const { partnerToken } = useParams<{ partnerToken?: string }>()
  const query = useMemo(() => {
    const read = readQuery({ report, search, today: businessToday() })
    return { ...read, tokens: { ...read.tokens, ...(partnerToken ? { partnerToken } : {}), ...typedTokens } }
  }, [report, search, partnerToken, typedTokens])
  return { query, change: (changed: Partial<ReportQuery>) => setSearch((last) => writeQuery(last, changed)) }
}

function Closed({
  report,
  isSignedIn,
  onToken,
}: {
  report: Report
  isSignedIn: boolean
  onToken: (tokens: ReportQuery['tokens']) => void
}) {
  const translate = useTranslate()
  const isOpenToTokens = report.openTo.some((reader) => reader !== 'session')
  if (isSignedIn && !isOpenToTokens) return <Alert severity="info">{translate('errors.forbidden')}</Alert>
  return <TokenGate report={report} isSignedIn={isSignedIn} onToken={onToken} />
}

interface AnsweredProps {
  readonly report: Report
  readonly query: ReportQuery
  readonly onChange: (changed: Partial<ReportQuery>) => void
  /** Takes another token, where one reads by a token. */
  readonly onToken: ((tokens: ReportQuery['tokens']) => void) | undefined
  /** What stands below an answer, and is asked for once there is one. */
  readonly children: ReactNode
}

function Answered({ report: declared, query, onChange, onToken, children }: AnsweredProps) {
  const report = useMemo(() => (query.isYear ? ofYear(declared) : declared), [declared, query.isYear])
  const translate = useTranslate()
  const errorText = useErrorText()
  const isSignedIn = useOptionalActor() !== null
  const [search] = useAddressQuery()
  const { sort } = readLooks({ sort: search.get('sort'), hide: null })
  const { data, error, isFetching, windows } = useReportWindows({ report, query, sort })
  const isAskable = periodProblem(query.period) === null
  const earlier = useReport({
    report,
    query: isAskable ? { ...query, period: (query.isYear ? yearBefore : periodBefore)(query.period) } : query,
    isEnabled: query.isCompared,
  })
  // While another period is on its way, the last one would be compared with the wrong days.
  const before = query.isCompared && !earlier.isPlaceholderData ? earlier.data : undefined
  const shown = useCurrency(data, before)
  if (!isAskable) return null
  if (onToken && error && errorAnswer(error).code === 'unknown_token')
    return <TokenGate report={report} isSignedIn={isSignedIn} onToken={onToken} refusal={errorText(error)} />
  return (
    <>
      <Paper
        variant="outlined"
        sx={{ overflow: 'hidden', position: 'relative' }}
        aria-busy={isFetching || earlier.isFetching}
      >
        {(isFetching || earlier.isFetching) && (
          <LinearProgress
            aria-label={translate('resourcePages.report.loading')}
            sx={{ position: 'absolute', left: 0, right: 0, top: 0, zIndex: 5 }}
          />
        )}
        {(error ?? earlier.error) && (
          <Alert severity="error" sx={{ m: 2 }}>
            {errorText(error ?? earlier.error)}
          </Alert>
        )}
        {windows?.error && (
          <Alert severity="error" sx={{ m: 2 }}>
            {errorText(windows.error)}
          </Alert>
        )}
        {data?.isPartial && !error && <PartialNotice />}
        <CurrencyChoice currencies={shown.currencies} currency={shown.currency} onChoose={shown.choose} />
        <ConversionChoice
          currencies={shown.currencies}
          converted={query.currency}
          onChange={(currency) => onChange({ currency })}
        />
        {data &&
          !error &&
          (data.rows.length === 0 && !query.q ? (
            <Typography sx={{ p: 4, textAlign: 'center' }} color="textSecondary">
              {translate(`reports.${report.name}.empty`, { _: translate('resourcePages.report.empty') })}
            </Typography>
          ) : (
            <Suspense fallback={<Box sx={{ height: 320 }} />}>
              <ReportView
                key={`${shown.currency ?? ''} ${report.rows.join()}`}
                report={report}
                query={query}
                answer={shown.now!}
                before={shown.before}
                windows={windows}
                onChange={onChange}
              />
            </Suspense>
          ))}
        {data && <ReportFacts answer={data} before={before} />}
      </Paper>
      {data && !error && <Suspense fallback={null}>{children}</Suspense>}
    </>
  )
}
