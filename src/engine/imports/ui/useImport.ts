import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import { saveFile } from '#engine/export/ui/saveFile.ts'
import { type BackOfficeDataProvider, toHttpError } from '#engine/records/ui/dataProvider.ts'
import type { ImportedRow, ShownImport } from '../answers/imports.ts'

/** The largest file the server takes. */
const fileBytesMax = 20 * 1024 * 1024
const followMs = 1_000

/** Whether an import is waiting for the server, or under way there. */
export const isUnderWay = ({ state }: Pick<ShownImport, 'state'>): boolean => state === 'waiting' || state === 'running'

/** What is said of an import before it begins. */
export interface ImportChoice {
  /** Head -> field; null is left out. */
  readonly columns: Readonly<Record<string, string | null>>
  readonly mode: ShownImport['mode']
  readonly cells: ShownImport['cells']
}

/** What a page knows of a file beforehand: which system it is of, and what its new records get. */
export interface ImportPreset {
  readonly source?: string
  readonly defaults?: Readonly<Record<string, string>>
  /** How that system heads the column of each field. */
  readonly names?: Readonly<Record<string, readonly string[]>>
}

/** The import that a dialog is about: sent, followed while the server works on it, begun and taken back. */
export function useImport(entity: string, preset: ImportPreset = {}) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const [id, setId] = useState<number | null>(null)
  const queryKey = ['import', id]
  const current = useQuery({
    queryKey,
    enabled: id !== null,
    queryFn: ({ signal }) => dataProvider.read<ShownImport>(`/api/import/${id}`, signal),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? followMs : false),
    staleTime: 0,
    retry: false,
  })
  const post = async (path: string, body: BodyInit, type = 'application/json') => {
    const headers = new Headers({ 'Content-Type': type })
    const { json } = await dataProvider.callApi<ShownImport>(path, { method: 'POST', body, headers })
    queryClient.setQueryData(['import', json.id], json)
    setId(json.id)
  }
  const told = (choice: ImportChoice, dryRun: boolean) =>
    JSON.stringify({
      upload: id,
      dryRun,
      background: true,
      mode: choice.mode,
      mapping: { ...preset, columns: choice.columns, cells: choice.cells },
    })
  return {
    current: id === null ? undefined : current.data,
    open: setId,
    send: async (file: File) => {
      if (file.size > fileBytesMax) throw toHttpError(413, { code: 'payload_too_large' })
      const query = new URLSearchParams({
        dryRun: 'true',
        background: 'true',
        name: file.name.slice(0, 200),
        ...(Object.keys(preset).length > 0 ? { mapping: JSON.stringify(preset) } : {}),
      })
      await post(`/api/${entity}/import?${query.toString()}`, file, file.type || 'application/octet-stream')
    },
    check: (choice: ImportChoice) => post(`/api/${entity}/import`, told(choice, true)),
    begin: (choice: ImportChoice) => post(`/api/${entity}/import`, told(choice, false)),
    undo: (of: number) => post(`/api/import/${of}/undo`, JSON.stringify({ background: true })),
    saveRefused: async ({ id: of, fileName }: Pick<ShownImport, 'id' | 'fileName'>, language: string) => {
      const { body } = await dataProvider.callApi<null>(`/api/import/${of}/refused?language=${language}`)
      saveFile({ blob: new Blob([body], { type: 'text/csv' }), name: `${fileName}.refused.csv` })
    },
  }
}

/** The newest imports of a list, to be taken back. */
export function useRecentImports(entity: string) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: ['import', 'recent', entity],
    queryFn: ({ signal }) => dataProvider.read<ShownImport[]>(`/api/import?entity=${entity}`, signal),
    staleTime: 0,
    retry: false,
  })
}

/** Some rows that change, for instance. */
export function useChangedRows(id: number, isAsked: boolean) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: ['import', id, 'changed'],
    enabled: isAsked,
    queryFn: ({ signal }) => dataProvider.read<ImportedRow[]>(`/api/import/${id}/rows?operation=update`, signal),
    staleTime: 0,
    retry: false,
  })
}
