import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import VisibilityIcon from '@mui/icons-material/Visibility'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Typography from '@mui/material/Typography'
import { passwordProblemCodes, passwordProblems } from '../../../domain/passwords.ts'
import { besideSource, type FieldInputProps } from './inputProps.tsx'
import { TextFieldInput } from './TextFieldInput.tsx'

/** Only a password that is far too long breaks this one: it is said when it happens. */
const rulesShown = passwordProblemCodes.filter((code) => code !== 'password_too_long')

/** A new password and its confirmation, with every rule's own warning as one types. */
export function PasswordInput(props: FieldInputProps & { confirmationLabel: string }) {
  const translate = useTranslate()
  const { formState } = useFormContext()
  const [isVisible, setIsVisible] = useState(false)
  const typed: unknown = useWatch({ name: props.source })
  const password = typeof typed === 'string' ? typed : ''
  const toggle = translate(isVisible ? 'ra.input.password.toggle_visible' : 'ra.input.password.toggle_hidden')
  const shared = {
    type: isVisible ? 'text' : 'password',
    htmlInput: { autoComplete: 'new-password', spellCheck: false },
  }
  const mayStayEmpty = formState.defaultValues?.['id'] !== undefined
  return (
    <>
      <TextFieldInput
        {...props}
        {...shared}
        isRequired={props.isRequired && !mayStayEmpty}
        help={mayStayEmpty ? translate('resourcePages.password.keep') : props.help}
        end={
          <InputAdornment position="end">
            <IconButton
              size="small"
              edge="end"
              aria-label={toggle}
              title={toggle}
              onClick={() => setIsVisible(!isVisible)}
            >
              {isVisible ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
            </IconButton>
          </InputAdornment>
        }
      />
      {password !== '' && <PasswordRules password={password} />}
      <TextFieldInput
        {...props}
        {...shared}
        source={besideSource(props.source, props.field.confirmedBy!)}
        label={props.confirmationLabel}
        help={undefined}
        isRequired={props.isRequired && !mayStayEmpty}
      />
    </>
  )
}

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
