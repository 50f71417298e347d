import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useLocaleState, useTranslate } from 'react-admin'
import { useMemo } from 'react'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useDebounced } from '#engine/ui/fields/debounce.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { bareCommands, closeCommands, commandIn, recordCommands } from './commands.ts'
import { allPages, type FoundGroup, type Hit, type HitGroup, pagesMatching, recordGroups } from './hits.ts'

/** Shorter than elsewhere (`debounceMs`) on purpose: a palette answers as one types. */
const paletteDebounceMs = 200
/** Fewest characters that records are looked for with; the server asks the same. */
const lengthMin = 2

/** What is found for a text, and how far the search is. */
export interface Found {
  readonly groups: readonly HitGroup[]
  /** The records belong to what is typed now. */
  readonly isSettled: boolean
  readonly hasFailed: boolean
  readonly isTooShort: boolean
}

/** Records and pages for a text; without one what was opened last, and every page. */
export function useHits(text: string, recent: readonly Hit[]): Found {
  const translate = useTranslate()
  const actor = useActor()
  const resources = useResources()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [locale] = useLocaleState()
  const command = useMemo(() => commandIn(text, { actor, resources, translate }), [text, actor, resources, translate])
  // "Pay Ana" looks for Ana.
  const typed = command?.about || text.trim()
  const asked = useDebounced(typed, paletteDebounceMs)
  const isTooShort = typed.length < lengthMin
  const { data, isFetching, isError } = useQuery<FoundGroup[]>({
    queryKey: ['search', asked],
    retry: false,
    staleTime: 10_000,
    placeholderData: (previous) => previous,
    queryFn: ({ signal }) => dataProvider.read(`/api/search?q=${encodeURIComponent(asked)}`, signal),
    enabled: asked.length >= lengthMin && asked.length <= 100,
  })
  const pages = useMemo(() => allPages({ actor, resources, translate }), [actor, resources, translate])
  const groups = useMemo(() => {
    const pageGroup = (hits: readonly Hit[]): HitGroup => ({
      name: 'pages',
      title: translate('panels.search.pages'),
      hits,
    })
    const did = (hits: readonly Hit[]): HitGroup => ({
      name: 'commands',
      title: translate('panels.search.commands.title'),
      hits,
    })
    const records = isTooShort ? [] : (data ?? [])
    if (command?.verb === 'close')
      return [did(closeCommands(command.about, { today: businessToday(), locale, translate }))]
    if (command)
      return [
        did(
          command.about === ''
            ? bareCommands(command, { translate })
            : recordCommands(command, records, { actor, resources, translate }),
        ),
      ]
    if (typed === '')
      return [{ name: 'recent', title: translate('panels.search.recent'), hits: recent }, pageGroup(pages)]
    return [
      pageGroup(pagesMatching(pages, typed)),
      ...recordGroups({ found: records, text: asked, translate, resources }),
    ]
  }, [typed, command, isTooShort, asked, data, pages, recent, locale, actor, resources, translate])
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    isSettled: isTooShort || (asked === typed && !isFetching),
    hasFailed: isError && !isTooShort,
    isTooShort,
  }
}
