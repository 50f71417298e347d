import { Fragment, useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import type { RiskSimulation, ShownCompanyRule, ShownRule } from '../answers/risk.ts'
import { withLimit } from '#engine/declaration/risk.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { ReasonField } from '#engine/ui/dialogs/ReasonField.tsx'
import { formatDay } from '#engine/ui/fields/format.ts'
import { NumberField } from '#engine/ui/fields/inputs/NumberField.tsx'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import { useConditionText } from './useConditionText.ts'

interface CompanyRuleProps {
  readonly rule: ShownRule
  readonly onDone: () => void
}

/** The conditions of a rule as they hold in a company. */
const conditionsOf = ({ when }: ShownRule, { limits }: Pick<ShownCompanyRule, 'limits'>): string[] =>
  when.map((condition, index) => {
    const limit = limits[index]
    return limit === null || limit === undefined ? condition : withLimit(condition, limit)
  })

/** What companies say of a rule, and a way to say it of one's own. */
export function CompanyRule({ rule, onDone }: CompanyRuleProps) {
  const translate = useTranslate()
  const { condition } = useConditionText()
  const { company } = useActor()
  const [isOpen, setIsOpen] = useState(false)
  const label = translate('risk.inCompany')
  return (
    <>
      {rule.companies.map((own) => {
        const said = ({ isOff, limits }: Pick<ShownCompanyRule, 'isOff' | 'limits'>) =>
          isOff ? translate('risk.leftOut') : conditionsOf(rule, { limits }).map(condition).join(' · ')
        return (
          <Fragment key={own.company}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {own.companyName}: {said(own)} · {own.reason} · {own.changedBy}
            </Typography>
            {own.asked && (
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {own.companyName}: {said(own.asked)} · {translate('risk.askedRule', { name: own.asked.by })}
                <ReasonDialog
                  label="confirmRule"
                  about={`${own.companyName} · ${translate(`risk.rules.${rule.name}`)}`}
                  path="company"
                  more={{ rule: rule.name, company: own.company, isOff: own.asked.isOff, limits: own.asked.limits }}
                  onDone={onDone}
                />
              </Typography>
            )}
          </Fragment>
        )
      })}
      {company === null ? null : (
        <Button
          size="small"
          sx={{ ml: -0.5 }}
          aria-label={`${label}: ${translate(`risk.rules.${rule.name}`)}`}
          onClick={() => setIsOpen(true)}
        >
          {label}
        </Button>
      )}
      {isOpen ? <OwnRule rule={rule} onClose={() => setIsOpen(false)} onDone={onDone} /> : null}
    </>
  )
}

/** Asks whether a rule counts in one's company, and with which limits; these are tried there before they are kept. */
function OwnRule({ rule, onClose, onDone }: CompanyRuleProps & { onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`risk.${key}`, values)
  const errorText = useErrorText()
  const { condition } = useConditionText()
  const { company } = useActor()
  const { run, isRunning, error } = useIdempotentCall()
  const before = rule.companies.find((own) => own.company === company)
  const [isOff, setIsOff] = useState(before?.isOff ?? false)
  const [limits, setLimits] = useState<readonly (number | string | null)[]>(
    rule.limits.map((_, index) => before?.limits[index] ?? null),
  )
  const [reason, setReason] = useState('')
  const [trial, setTrial] = useState<RiskSimulation | null>(null)
  const mustTry = !isOff && limits.some((limit) => limit !== null)
  const asked = { rule: rule.name, limits }
  const tryIt = async () => {
    const answer = await run({ resource: 'risk', path: 'trial', input: asked })
    if (answer) setTrial(answer as unknown as RiskSimulation)
  }
  const save = async () => {
    const tried = mustTry ? { to: trial!.to, digest: trial!.digest } : {}
    const input = { ...asked, isOff, reason: reason.trim(), ...tried }
    if (!(await run({ resource: 'risk', path: 'company', input }))) return
    onClose()
    onDone()
  }
  const isToTry = mustTry && trial === null
  return (
    <PromptDialog
      title={text('inCompany')}
      text={text(`rules.${rule.name}`)}
      problem={error !== null && errorText(error)}
      isRunning={isRunning}
      onClose={onClose}
      action={{
        label: text(isToTry ? 'try' : 'save'),
        isDisabled: !isToTry && reason.trim() === '',
        onClick: () => void (isToTry ? tryIt() : save()),
      }}
    >
      <FormControlLabel
        label={text('leaveOut')}
        control={<Switch checked={isOff} onChange={(_, isOn) => setIsOff(isOn)} />}
      />
      {rule.when.map((each, index) =>
        isOff || rule.limits[index] === null ? null : (
          <div key={each}>
            <NumberField
              label={condition(each)}
              value={limits[index] ?? null}
              onChange={(value) => {
                setTrial(null)
                setLimits(limits.with(index, value))
              }}
            />
          </div>
        ),
      )}
      {trial === null ? null : (
        <Alert severity="info">
          {text('tried', {
            from: formatDay(trial.from),
            to: formatDay(trial.to),
            count: trial.flagged.length,
            all: trial.subjects,
          })}
        </Alert>
      )}
      <ReasonField label={text('why')} value={reason} onChange={setReason} />
    </PromptDialog>
  )
}
