import CheckCircle from '@mui/icons-material/CheckCircle'
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { LinkBase, useStore, useTranslate } from 'react-admin'
import { useMayOpen } from '#engine/records/ui/ResourcesContext.tsx'
import { ledKey } from './LazyNextStep.tsx'
import { stepPaths } from './stepPaths.ts'
import { useInbox } from './useInbox.ts'

/** On an installation in which nobody earns yet: what has to be there, in order, and the way to what comes next. */
export function FirstSteps() {
  const translate = useTranslate()
  const { data } = useInbox()
  const mayOpen = useMayOpen()
  const [isLed, setIsLed] = useStore(ledKey, false)
  const steps = data?.steps
  if (data && !steps && isLed)
    return (
      <Alert
        severity="success"
        sx={{ mt: 2 }}
        onClose={() => setIsLed(false)}
        closeText={translate('work.steps.enough')}
      >
        {translate('work.steps.allDone')}
      </Alert>
    )
  if (!steps) return null
  const next = steps.find(({ isDone }) => !isDone)?.step
  return (
    <Card component="section" aria-labelledby="first-steps" sx={{ p: 2, mt: 2 }}>
      <Typography id="first-steps" variant="h3" component="h2">
        {translate('work.steps.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {translate('work.steps.lead', { done: steps.filter(({ isDone }) => isDone).length, count: steps.length })}
      </Typography>
      {mayOpen('affiliate') && steps.some(({ step, isDone }) => step === 'affiliate' && !isDone) && (
        <Button size="small" component={LinkBase} to="/management/migration" sx={{ mb: 1, textAlign: 'start' }}>
          {translate('work.steps.moveIn')}
        </Button>
      )}
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {steps.map(({ step, isDone }) => (
          <Box
            key={step}
            component="li"
            aria-current={step === next ? 'step' : undefined}
            sx={{
              display: 'flex',
              gap: 1.5,
              alignItems: 'center',
              py: 0.75,
              minHeight: 44,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            {isDone ? (
              <CheckCircle color="success" titleAccess={translate('work.steps.done')} />
            ) : (
              <RadioButtonUnchecked color="disabled" titleAccess={translate('work.steps.open')} />
            )}
            <Typography
              variant="body2"
              color={isDone ? 'textSecondary' : undefined}
              sx={{ flexGrow: 1, fontWeight: step === next ? 600 : 400 }}
            >
              {translate(`work.steps.steps.${step}`)}
            </Typography>
            {isDone ? null : (
              <Button
                size="small"
                variant={step === next ? 'contained' : 'text'}
                component={LinkBase}
                to={stepPaths[step]}
                onClick={() => setIsLed(true)}
                aria-label={`${translate('work.steps.go')}: ${translate(`work.steps.steps.${step}`)}`}
              >
                {translate('work.steps.go')}
              </Button>
            )}
          </Box>
        ))}
      </Box>
    </Card>
  )
}
