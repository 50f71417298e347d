import { type ReactNode, useRef } from 'react'
import { LinkBase, SaveButton, Toolbar, useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useFocusAfterSave } from './useFocusAfterSave.ts'

/** A page enlarged so far that bars would take half of what is seen. */
const lowWindow = '@media (max-height: 420px)'

/** Of its form's width on a phone too, where react-admin's would stand over the whole page. */
const alwaysInSight = {
  '&.RaToolbar-mobileToolbar, &.RaToolbar-desktopToolbar': {
    position: 'sticky',
    bottom: 0,
    zIndex: 2,
    p: 1.5,
    gap: 1,
    flexWrap: 'wrap',
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    [lowWindow]: { position: 'static' },
  },
} as const

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
  const isBusy = isSaving || isSubmitting
  useFocusAfterSave(isBusy, save)
  return (
    <Toolbar sx={alwaysInSight}>
      {mayWrite ? (
        <SaveButton ref={save} alwaysEnable={!isBusy} />
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
    </Toolbar>
  )
}
