import { type ReactNode, useId } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'

/** The button that does what a dialog asks about: at once, or by sending the form inside. */
interface AskedAction {
  readonly label: string
  readonly onClick?: () => void
  /** The id of the form it sends. */
  readonly form?: string
  readonly color?: 'primary' | 'error' | 'warning'
  /** Ctrl+S presses it: it saves a record, and moves no money. */
  readonly isSave?: boolean
  readonly isDisabled?: boolean
}

interface AskDialogProps {
  readonly title: string
  /** What it is about: read out together with the title. */
  readonly text?: ReactNode
  readonly children?: ReactNode
  /** What went wrong, in words. */
  readonly problem?: ReactNode
  readonly action?: AskedAction | undefined
  /** Buttons between the two. */
  readonly more?: ReactNode
  /** It is long and there is nothing to type: the keyboard must be able to scroll it. */
  readonly isRead?: boolean
  /** While it works it can neither be closed nor asked twice. */
  readonly isRunning?: boolean
  /** Closing it ends what is under way. */
  readonly mayStop?: boolean
  readonly closeLabel?: string
  readonly maxWidth?: 'xs' | 'sm' | 'md'
  readonly onClose: () => void
}

/**
 * Every question of the office: a title, what it is about, what has to be said for it, and two buttons. react-admin's `Confirm`
 * sends no form and says no problem.
 */
export function PromptDialog(props: AskDialogProps) {
  const {
    title,
    text,
    children,
    problem,
    action,
    more,
    isRunning = false,
    closeLabel = 'resourcePages.actions.cancel',
    onClose,
  } = props
  const translate = useTranslate()
  const isHeld = isRunning && !props.mayStop
  const [titleId, textId] = [useId(), useId()]
  // Events go up through dialogs as they stand in React: a row below must not be opened.
  return (
    <Dialog
      open
      onClose={isHeld ? undefined : onClose}
      fullWidth
      maxWidth={props.maxWidth ?? 'xs'}
      onClick={(event) => event.stopPropagation()}
      aria-labelledby={titleId}
      aria-describedby={text ? textId : undefined}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent tabIndex={props.isRead ? 0 : undefined}>
        {text && (
          <DialogContentText id={textId} sx={{ mb: 1 }}>
            {text}
          </DialogContentText>
        )}
        {children}
        {problem && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {problem}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button onClick={onClose} disabled={isHeld}>
          {translate(closeLabel)}
        </Button>
        {more}
        {action && (
          <Button
            variant="contained"
            type={action.form ? 'submit' : 'button'}
            form={action.form}
            color={action.color ?? 'primary'}
            disabled={action.isDisabled ?? false}
            data-shortcut={action.isSave ? 'save' : undefined}
            loading={isRunning}
            onClick={action.onClick}
          >
            {action.label}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
