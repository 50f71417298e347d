import { PasswordInput as HiddenInput, useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { passwordProblemCodes, passwordProblems } from '#engine/values/passwords.ts'
import { besideSource, type FieldInputProps, givenProps } from './inputProps.tsx'

/** Only a password that is far too long breaks this one: it is said when it happens. */
const rulesShown = passwordProblemCodes.filter((code) => code !== 'password_too_long')

/** A new password and its confirmation, with every rule's own warning as one types. */
export function PasswordInput(props: FieldInputProps & { confirmationLabel: string }) {
  const translate = useTranslate()
  const mayStayEmpty = useFormContext().formState.defaultValues?.['id'] !== undefined
  const typed: unknown = useWatch({ name: props.source })
  const shared = { ...props, isRequired: Boolean(props.isRequired) && !mayStayEmpty }
  const confirmation = {
    source: besideSource(props.source, props.field.confirmedBy!),
    label: props.confirmationLabel,
    help: undefined,
  }
  return (
    <>
      <OnePassword {...shared} help={mayStayEmpty ? translate('resourcePages.password.keep') : props.help} />
      {typeof typed === 'string' && typed !== '' && <PasswordRules password={typed} />}
      <OnePassword {...shared} {...confirmation} />
    </>
  )
}

const OnePassword = (props: FieldInputProps) => (
  <HiddenInput
    {...givenProps(props)}
    parse={(typed: string) => typed || null}
    slotProps={{ htmlInput: { autoComplete: 'new-password', spellCheck: false } }}
  />
)

function PasswordRules({ password }: { password: string }) {
  const translate = useTranslate()
  const broken = new Set<string>(passwordProblems(password))
  return (
    <Box
      component="ul"
      aria-live="polite"
      aria-label={translate('resourcePages.password.rules')}
      sx={{ listStyle: 'none', p: 0, my: 0.5, ml: 1.5 }}
    >
      {rulesShown.map((code) => {
        const isBroken = broken.has(code)
        const Icon = isBroken ? CloseIcon : CheckIcon
        const state = translate(isBroken ? 'resourcePages.password.missing' : 'resourcePages.password.met')
        return (
          <Typography
            key={code}
            component="li"
            variant="body2"
            color={isBroken ? 'error' : 'success'}
            sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}
          >
            <Icon sx={{ fontSize: 16 }} titleAccess={state} />
            {translate(`errors.${code}`)}
          </Typography>
        )
      })}
    </Box>
  )
}
