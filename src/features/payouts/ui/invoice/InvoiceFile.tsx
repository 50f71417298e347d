import { useRef } from 'react'
import AttachFileIcon from '@mui/icons-material/AttachFile'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { inBase64 } from '#engine/notes/ui/inBase64.ts'

/** A file as the API takes it: its content in base64. */
export interface ChosenFile {
  readonly name: string
  readonly content: string
}

/** Whether a file says the number of its invoice itself. */
export const saysNumber = (file: ChosenFile | null): boolean => file !== null && /\.xml$/i.test(file.name)

/** The PDF or XML of an invoice. */
export function InvoiceFile({
  label,
  file,
  onChange,
}: {
  label: string
  file: ChosenFile | null
  onChange: (file: ChosenFile | null) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const choose = async (chosen: File | undefined) => {
    if (chosen) onChange({ name: chosen.name, content: await inBase64(chosen) })
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', minHeight: 40 }}>
      <Button size="small" startIcon={<AttachFileIcon />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".pdf,.xml,application/pdf,text/xml,application/xml"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          void choose(target.files?.[0])
          target.value = ''
        }}
      />
      {file && <Chip size="small" label={file.name} onDelete={() => onChange(null)} />}
    </Box>
  )
}
