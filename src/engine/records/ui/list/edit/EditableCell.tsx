import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { type RaRecord, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import { isVisible } from '#engine/declaration/derive/visibility.ts'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useConfiguredResource } from '../../ResourcesContext.tsx'
import { useNameInFull } from '../../useRecordMessages.ts'

const CellEditor = lazy(() => import('./CellEditor.tsx'))

/** Fills its cell, so that a double click anywhere in it counts, and the first of the two does not leave the list. */
const wholeCell = {
  display: 'block',
  position: 'relative',
  mx: -2,
  my: -0.75,
  px: 2,
  py: 0.75,
  pr: 4.5,
  cursor: 'text',
} as const

const pencil = {
  position: 'absolute',
  top: '50%',
  right: 6,
  width: 26,
  height: 26,
  mt: '-13px',
  p: 0,
  border: 0,
  borderRadius: 1,
  bgcolor: 'transparent',
  color: 'text.secondary',
  font: 'inherit',
  cursor: 'pointer',
  opacity: 0,
  'tr:hover &, &:focus-visible, &[aria-expanded=true]': { opacity: 1 },
  '@media (hover: none)': { opacity: 1 },
  '@media print': { display: 'none' },
} as const

interface EditableCellProps {
  readonly name: string
  readonly record: RaRecord
  readonly children: ReactNode
}

/**
 * A cell that is changed where it stands: by its pencil, which the keyboard reaches and Enter presses, or by a double
 * click. A field that does not count for this record is only shown.
 */
export default function EditableCell({ name, record, children }: EditableCellProps) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const field = useFieldLabel()(resource.name, name)
  const nameInFull = useNameInFull()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!isVisible({ resource, field: name, record })) return children
  const label = translate('resourcePages.list.edit', { field, record: nameInFull(resource, record) })
  const open = () => {
    // What has the focus now gets it back afterwards.
    button.current?.focus()
    setIsOpen(true)
  }
  return (
    <Box component="span" sx={wholeCell} onClick={(event) => event.stopPropagation()} onDoubleClick={open}>
      {children}
      <Box
        component="button"
        type="button"
        ref={button}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
        sx={pencil}
      >
        ✎
      </Box>
      {isOpen && (
        <Suspense fallback={null}>
          <CellEditor
            name={name}
            id={record.id}
            label={label}
            anchor={button.current}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </Box>
  )
}
