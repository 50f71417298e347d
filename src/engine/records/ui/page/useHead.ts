import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useDataProvider, useRecordContext } from 'react-admin'
import type { RecordHead } from '../../answers/recordHead.ts'
import type { BackOfficeDataProvider } from '../dataProvider.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'

/**
 * The figures of the record that is open. They are read anew with what is due, after a payment was made or decided on,
 * and when the record was saved.
 */
export function useHead() {
  const { name, page } = useConfiguredResource()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: ['payment', 'owners', 'head', name, record?.id, record?.['version']],
    queryFn: ({ signal }) => dataProvider.read<RecordHead>(`/api/${name}/${String(record?.id)}/head`, signal),
    enabled: record !== undefined && Object.keys(page?.head ?? {}).length > 0,
    retry: false,
    staleTime: 0,
    placeholderData: (previous) => previous,
  })
}

/** Whoever waits longer for the figures sees what stands below them meanwhile, in milliseconds. */
const waitAtMostMs = 5_000

/**
 * Whether what stands below the head can be shown: how high the head is, its figures say (currencies, reasons), and
 * what was drawn below it before would be pushed down by them. It has its room meanwhile, and is asked for.
 */
export function useIsBelowHeadShown(): boolean {
  const { isLoading } = useHead()
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setIsLong(true), waitAtMostMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  return !isLoading || isLong
}
