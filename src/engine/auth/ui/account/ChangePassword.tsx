import { useState } from 'react'
import { Form, useDataProvider, useNotify, useTranslate } from 'react-admin'
import { useQueryClient } from '@tanstack/react-query'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { resources } from '#resources/index.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { type BackOfficeDataProvider, errorAnswer } from '#engine/records/ui/dataProvider.ts'
import { PasswordInput } from '#engine/ui/fields/inputs/PasswordInput.tsx'
import { TextFieldInput } from '#engine/ui/fields/inputs/TextFieldInput.tsx'
import { errorTree } from '#engine/records/ui/form/formValues.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { sessionsQueryKey } from '../sessions/useSessions.ts'

const { password } = resources.user.fields
const empty = { currentPassword: null, password: null, passwordConfirmation: null }

/**
 * What is wrong with what was typed: something is missing, a rule of passwords is broken, the confirmation is another
 * one.
 */
function problemsOf(values: AnyRecord): object {
  const validated = validateInput({ fields: { password }, input: { password: values['password'] } })
  const problems: Problem[] = validated.ok ? [] : [...validated.problems]
  if (!values['currentPassword']) problems.push({ field: 'currentPassword', code: 'required' })
  if (!values['passwordConfirmation']) problems.push({ field: 'passwordConfirmation', code: 'required' })
  else if (values['passwordConfirmation'] !== values['password'])
    problems.push({ field: 'passwordConfirmation', code: 'invalid_password_confirmation' })
  return errorTree(problems)
}

/** Changes one's own password; whoever is signed in by it elsewhere is signed out there. */
export function ChangePassword() {
  const translate = useTranslate()
  const { name } = useActor()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const queryClient = useQueryClient()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [isSaving, setIsSaving] = useState(false)
  const [times, setTimes] = useState(0)
  const save = async (values: AnyRecord) => {
    setIsSaving(true)
    try {
      await dataProvider.callApi('/api/me/password', { method: 'PUT', body: JSON.stringify(values) })
      notify('panels.account.passwordChanged', { type: 'success' })
      setTimes(times + 1)
      await queryClient.invalidateQueries({ queryKey: sessionsQueryKey })
      return undefined
    } catch (error) {
      const { errors } = errorAnswer(error)
      if (errors) return errors
      notifyError(error)
      return undefined
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Form
      key={times}
      noValidate
      mode="onTouched"
      record={{}}
      defaultValues={empty}
      validate={problemsOf}
      onSubmit={save}
      disableInvalidFormNotification
    >
      {/* Whose password it is, for password managers. */}
      <input hidden readOnly name="username" autoComplete="username" value={name} />
      <Box sx={{ display: 'grid', maxWidth: 420, mb: 1 }}>
        <TextFieldInput
          source="currentPassword"
          field={password}
          isRequired
          label={translate('panels.account.currentPassword')}
          type="password"
          htmlInput={{ autoComplete: 'current-password', spellCheck: false }}
        />
        <PasswordInput
          source="password"
          field={password}
          isRequired
          label={translate('panels.account.newPassword')}
          confirmationLabel={translate('panels.account.passwordConfirmation')}
        />
      </Box>
      <Button type="submit" variant="contained" loading={isSaving}>
        {translate('panels.account.changePassword')}
      </Button>
    </Form>
  )
}
