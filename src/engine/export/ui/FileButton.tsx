import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import Button, { type ButtonProps } from '@mui/material/Button'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { saveFile } from './saveFile.ts'

/** Fetches a file of the API and hands it to the browser's downloads. */
export function FileButton({
  path,
  name,
  label,
  ...button
}: { path: string; name: string; label: string } & Pick<ButtonProps, 'variant' | 'disabled'>) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notifyError = useNotifyError()
  const [isRunning, setIsRunning] = useState(false)
  const download = async () => {
    setIsRunning(true)
    try {
      const { body } = await dataProvider.download(path, new AbortController().signal)
      saveFile({ blob: await new Response(body).blob(), name })
    } catch (error) {
      notifyError(error)
    } finally {
      setIsRunning(false)
    }
  }
  return (
    <Button {...button} onClick={() => void download()} loading={isRunning}>
      {label}
    </Button>
  )
}
