import { useDataProvider, useNotify } from 'react-admin'
import AttachFileIcon from '@mui/icons-material/AttachFile'
import Button from '@mui/material/Button'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { saveFile } from '#engine/export/ui/saveFile.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'

/** A file of a note, to be saved. */
export function NoteFile({ name, path }: { name: string; path: string }) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notify = useNotify()
  const errorText = useErrorText()
  const save = async () => {
    try {
      const { body } = await dataProvider.download(path, new AbortController().signal)
      saveFile({ blob: await new Response(body).blob(), name })
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    }
  }
  return (
    <Button size="small" startIcon={<AttachFileIcon />} onClick={() => void save()} sx={{ mr: 1 }}>
      {name}
    </Button>
  )
}
