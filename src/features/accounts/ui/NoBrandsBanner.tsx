import Alert from '@mui/material/Alert'
import { useLocation, useTranslate } from 'react-admin'
import { resources } from '#resources/index.ts'
import { type AnyResource, scopeOf } from '#engine/declaration/resource.ts'
import { useOptionalActor } from '#engine/records/ui/ResourcesContext.tsx'

/** Pages that are the same with and without brands, by the first part of their path. */
const withoutBrands: ReadonlySet<string> = new Set(['account', 'downloads', 'management', '404', '-'])

/**
 * Whether brands decide what a page shows: the home page, reports, money, and the lists and forms of what belongs to a
 * brand.
 */
function hangsOnBrands(pathname: string): boolean {
  const [, first = ''] = pathname.split('/', 2)
  const resource = (resources as Readonly<Record<string, unknown>>)[first] as AnyResource | undefined
  return resource ? scopeOf(resource).brand !== undefined : !withoutBrands.has(first)
}

/**
 * Says why pages are empty to somebody to whom no brand is allowed: they would read "no activity" everywhere and
 * believe it.
 */
export function NoBrandsBanner() {
  const translate = useTranslate()
  const actor = useOptionalActor()
  const { pathname } = useLocation()
  if (actor?.kind !== 'user' || actor.root || actor.allowedBrands.length > 0 || !hangsOnBrands(pathname)) return null
  return (
    <Alert severity="warning" variant="outlined" sx={{ mb: 2 }}>
      {translate('resourcePages.noBrands.own')}
    </Alert>
  )
}
