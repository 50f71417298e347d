import { type ReactNode, Suspense, useState } from 'react'
import Button, { type ButtonProps } from '@mui/material/Button'

interface DialogButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  readonly label: ReactNode
  readonly dialog: (onClose: () => void) => ReactNode
  /** Asked for already, by what stood here before. */
  readonly startsOpen?: boolean
}

/** A button and its dialog, which is there, and loaded, only while it is asked for. */
export function DialogButton({ label, dialog, startsOpen = false, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && <Suspense fallback={null}>{dialog(() => setIsOpen(false))}</Suspense>}
    </>
  )
}
