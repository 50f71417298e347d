import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useDataProvider } from 'react-admin'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import type { Overlay } from '#engine/declaration/overlay/overlay.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import type { DraftAnswer, StudioAnswer } from '../answers/studio.ts'

const key = ['studio']
const takenOverMs = 1_000

/** What the studio works on: what is published, the own draft, and what becomes of both. */
export function useStudio() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  /** The version that servers are about to take over. */
  const [awaited, setAwaited] = useState<number | null>(null)
  const [isWorking, setIsWorking] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  /** Drafts before this one, the last one first. */
  const [before, setBefore] = useState<readonly Overlay[]>([])
  const studio = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => dataProvider.read<StudioAnswer>('/api/studio', signal),
    retry: false,
    staleTime: 0,
    refetchInterval: awaited === null ? false : takenOverMs,
  })
  const serves = studio.data?.serves
  useEffect(() => {
    // The server that answers has begun with it: the page is to carry it as well.
    if (awaited !== null && serves !== undefined && serves >= awaited) globalThis.location.reload()
  }, [awaited, serves])

  const call = <Answer>(path: string, method: string, body?: object) =>
    dataProvider
      .callApi<Answer>(`/api/studio/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
      .then(({ json }) => json)

  async function work(task: () => Promise<void>): Promise<void> {
    setIsWorking(true)
    setProblems([])
    try {
      await task()
    } catch (error) {
      setProblems([errorText(error)])
    } finally {
      setIsWorking(false)
    }
  }

  const overlay = studio.data?.draft?.overlay ?? studio.data?.overlay ?? {}
  const newest = studio.data?.versions[0]?.version ?? 0

  /** Keeps an edit in the draft; one that the check finds wrong is said and not kept. */
  const keep = (next: Overlay, history: readonly Overlay[]) =>
    work(async () => {
      const basedOn = studio.data?.draft?.basedOn ?? newest
      const { problems: found } = await call<DraftAnswer>('draft', 'PUT', { overlay: next, basedOn })
      if (found.length > 0) return setProblems(found.map(({ where, what, how }) => `${where}: ${what} ${how}`))
      setBefore(history)
      queryClient.setQueryData<StudioAnswer>(key, (last) => last && { ...last, draft: { overlay: next, basedOn } })
    })
  const publishBy = (body: object) =>
    work(async () => {
      const { version } = await call<{ version: number }>('publish', 'POST', body)
      setBefore([])
      setAwaited(version)
      await queryClient.invalidateQueries({ queryKey: key })
    })

  return {
    studio,
    overlay,
    newest,
    isWorking,
    problems,
    isAwaited: awaited !== null,
    canUndo: before.length > 0,
    edit: (next: Overlay) => keep(next, [overlay, ...before]),
    undo: () => keep(before[0]!, before.slice(1)),
    discard: () =>
      work(async () => {
        await call('draft', 'PUT', { overlay: null, basedOn: newest })
        setBefore([])
        await queryClient.invalidateQueries({ queryKey: key })
      }),
    publish: () => publishBy({}),
    restore: (version: number) => publishBy({ version }),
  }
}

/** The studio as its parts know it. */
export type Studio = ReturnType<typeof useStudio>
