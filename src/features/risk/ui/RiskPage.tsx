import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { RiskAnswer, RiskExemption } from '../answers/risk.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { Finding } from './Finding.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { Rule } from './Rule.tsx'

/** Signs of fraud: rules that are tried and started, what they found, what became of it, and who is left out. */
export default function RiskPage() {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const risk = useQuery({
    queryKey: ['risk'],
    queryFn: ({ signal }) => dataProvider.read<RiskAnswer>('/api/risk', signal),
    retry: false,
    staleTime: 0,
  })
  const again = () => void risk.refetch()
  return (
    <Box sx={{ minWidth: 0 }}>
      <PageHeading title={translate('moneyPages.risk.title')} detail={translate('risk.lead')} />
      <QueryBoundary query={risk}>
        {({ rules, findings, exemptions }) => (
          <>
            <Section title="findings" empty={findings.length === 0 ? 'nothing' : null}>
              {findings.map((finding) => (
                <Finding key={finding.id} finding={finding} onDone={again} />
              ))}
            </Section>
            <Section title="rulesTitle" empty={null}>
              {rules.map((rule) => (
                <Rule key={rule.name} rule={rule} onDone={again} />
              ))}
            </Section>
            <Section title="exemptions" empty={exemptions.length === 0 ? 'nobody' : null}>
              {exemptions.map((exemption) => (
                <Exemption key={exemption.id} exemption={exemption} onDone={again} />
              ))}
            </Section>
          </>
        )}
      </QueryBoundary>
    </Box>
  )
}

function Section({ title, empty, children }: { title: string; empty: string | null; children: React.ReactNode }) {
  const translate = useTranslate()
  return (
    <Paper variant="outlined" component="section" sx={{ p: 2, mb: 2 }}>
      <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
        {translate(`risk.${title}`)}
      </Typography>
      {empty ? <Typography color="textSecondary">{translate(`risk.${empty}`)}</Typography> : children}
    </Paper>
  )
}

function Exemption({ exemption, onDone }: { exemption: RiskExemption; onDone: () => void }) {
  const translate = useTranslate()
  const rule = translate(exemption.rule === null ? 'risk.ofAll' : `risk.rules.${exemption.rule}`)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', py: 0.5 }}>
      <Typography sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
        {exemption.name} · {rule} · {exemption.reason} ·{' '}
        {exemption.isWaiting ? translate('risk.askedExempt', { name: exemption.madeBy }) : exemption.madeBy}
      </Typography>
      {exemption.isWaiting && (
        <ReasonDialog
          label="confirmExempt"
          about={`${exemption.name} · ${rule}`}
          path="exemption"
          more={{
            ...(exemption.affiliate === null ? { partner: exemption.partner } : { affiliate: exemption.affiliate }),
            ...(exemption.rule === null ? {} : { rule: exemption.rule }),
          }}
          onDone={onDone}
        />
      )}
      <ReasonDialog
        label="end"
        about={`${exemption.name} · ${rule}`}
        path={`exemption/${exemption.id}/end`}
        onDone={onDone}
      />
    </Box>
  )
}
