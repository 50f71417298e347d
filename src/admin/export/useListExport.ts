import { useEffect, useRef, useState } from 'react'
import { useDataProvider, useListContext } from 'react-admin'
import type { BackOfficeDataProvider } from '../dataProvider.ts'
import { useLanguage } from '../fields/useLanguage.ts'
import { useListColumns } from '../resource/list/useListColumns.ts'
import { useConfiguredResource } from '../resource/ResourcesContext.tsx'
import { type ExportFormat, exportList, type ExportProgress } from './listExport.ts'
import { saveFile } from './saveFile.ts'

/** What a person chooses for an export. */
export interface ExportChoice {
  readonly format: ExportFormat
  /** Only the columns the list shows. */
  readonly isShownOnly: boolean
}

interface State {
  readonly progress: ExportProgress | null
  readonly error: unknown
  readonly isDone: boolean
}

/** Progress is shown so often; each piece of an answer would keep the page busy with drawing. */
const progressEveryMs = 100

const idle: State = { progress: null, error: null, isDone: false }

/** Exports the list one stands on: runs, says how far it is, can be stopped. Leaving the page stops it too. */
export function useListExport() {
  const resource = useConfiguredResource()
  const language = useLanguage()
  const { shown } = useListColumns()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { filterValues: filter, sort, total = 0 } = useListContext()
  const controller = useRef<AbortController | null>(null)
  const [state, setState] = useState(idle)
  useEffect(() => () => controller.current?.abort(), [])
  const run = async ({ format, isShownOnly }: ExportChoice) => {
    const { signal } = (controller.current = new AbortController())
    let shownAtMs = 0
    const onProgress = (progress: ExportProgress) => {
      if (Date.now() - shownAtMs < progressEveryMs && progress.rows !== progress.total) return
      shownAtMs = Date.now()
      setState((last) => ({ ...last, progress }))
    }
    setState({ ...idle, progress: { rows: 0, bytes: 0, total } })
    try {
      const subject = {
        resource: resource.name,
        filter,
        sort,
        language,
        columns: isShownOnly ? shown.map(({ name }) => name) : undefined,
      }
      saveFile(await exportList({ dataProvider, subject, format, total, signal, onProgress }))
      setState({ ...idle, isDone: true })
    } catch (error) {
      setState({ ...idle, error: signal.aborted ? null : error })
    }
  }
  return { ...state, run, cancel: () => controller.current?.abort() }
}
