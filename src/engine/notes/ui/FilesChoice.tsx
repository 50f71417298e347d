import { useId, useRef } from 'react'
import { useTranslate } from 'react-admin'
import AttachFileIcon from '@mui/icons-material/AttachFile'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'

const filesMax = 4

/** The files that go with a note. */
export function FilesChoice({
  files,
  onChange,
}: {
  files: readonly File[]
  onChange: (files: readonly File[]) => void
}) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, alignItems: 'center', minHeight: 40 }}>
      <Button size="small" startIcon={<AttachFileIcon />} onClick={() => input.current?.click()}>
        {translate('work.notes.attach')}
      </Button>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        hidden
        aria-label={translate('work.notes.attach')}
        onChange={({ target }) => {
          onChange([...files, ...(target.files ?? [])].slice(0, filesMax))
          target.value = ''
        }}
      />
      {files.map((file, index) => (
        <Chip
          key={`${file.name} ${index}`}
          size="small"
          label={file.name}
          onDelete={() => onChange(files.filter((_, place) => place !== index))}
        />
      ))}
    </Box>
  )
}
