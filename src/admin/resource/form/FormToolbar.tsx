import { type ReactNode, useRef } from 'react'
import { LinkBase, useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import SaveIcon from '@mui/icons-material/Save'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useFocusAfterSave } from './useFocusAfterSave.ts'

/** A page enlarged so far that bars would take half of what is seen. */
const lowWindow = '@media (max-height: 420px)'

/** Save and back, always in sight. */
export function FormToolbar({
  isSaving,
  backTo,
  mayWrite,
  children,
}: {
  isSaving: boolean
  backTo: string
  mayWrite: boolean
  children?: ReactNode
}) {
  const translate = useTranslate()
  const { isSubmitting } = useFormState()
  const save = useRef<HTMLButtonElement>(null)
  useFocusAfterSave(isSaving || isSubmitting, save)
  return (
    <Paper
      variant="outlined"
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        p: 1.5,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        [lowWindow]: { position: 'static' },
      }}
    >
      {mayWrite ? (
        <Button
          ref={save}
          type="submit"
          variant="contained"
          startIcon={<SaveIcon />}
          loading={isSaving || isSubmitting}
          loadingPosition="start"
        >
          {translate('ra.action.save')}
        </Button>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {translate('resourcePages.form.noWriting')}
        </Typography>
      )}
      <Button component={LinkBase} to={backTo}>
        {translate('resourcePages.form.back')}
      </Button>
      <span style={{ flexGrow: 1 }} />
      {children}
    </Paper>
  )
}
