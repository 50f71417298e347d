import { useState } from 'react'
import { useDataProvider, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { saveFile } from '#engine/export/ui/saveFile.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'

/** What somebody attached to an adjustment, to be saved. */
export function ShownFile({ entry, name }: { entry: number; name: string }) {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const errorText = useErrorText()
  const [error, setError] = useState<unknown>(null)
  const save = async () => {
    setError(null)
    try {
      const { body } = await dataProvider.download(`/api/entry/${entry}/file`, new AbortController().signal)
      saveFile({ blob: await new Response(body).blob(), name })
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <Typography variant="body2" component="div">
      {translate('resourcePages.entries.file')}:{' '}
      <Button size="small" onClick={() => void save()}>
        {name}
      </Button>
      {error !== null && errorText(error)}
    </Typography>
  )
}
