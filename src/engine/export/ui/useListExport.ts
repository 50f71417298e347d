import { useEffect, useRef, useState } from 'react'
import { useDataProvider, useListContext, useTranslate } from 'react-admin'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useListColumns } from '#engine/records/ui/list/useListColumns.ts'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { type ExportFormat, exportList, type ExportProgress } from './listExport.ts'
import { printList } from './printList.ts'
import { saveFile } from './saveFile.ts'

/** What a person chooses for an export. */
export interface ExportChoice {
  /** A file's, or sheets of paper. */
  readonly format: ExportFormat | 'paper'
  /** Only the columns the list shows; paper has no others. */
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
  const translate = useTranslate()
  const title = useResourceName()(resource.name, 2)
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
        columns: isShownOnly || format === 'paper' ? shown.map(({ name }) => name) : undefined,
      }
      if (format === 'paper') {
        const [yes, no] = [translate('resourcePages.export.yes'), translate('resourcePages.export.no')]
        await printList({ dataProvider, subject, title, words: { yes, no }, signal })
        return setState(idle)
      }
      saveFile(await exportList({ dataProvider, subject, format, total, signal, onProgress }))
      setState({ ...idle, isDone: true })
    } catch (error) {
      setState({ ...idle, error: signal.aborted ? null : error })
    }
  }
  return { ...state, run, cancel: () => controller.current?.abort() }
}
