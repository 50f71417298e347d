import { type DeclaredPage, type PageName, pages } from '#resources/pages.ts'
import { LazyPanels } from '#engine/ui/panels/LazyPanels.tsx'
import { PageLink } from '#engine/ui/PageLink.tsx'
import { slots } from '#engine/ui/slots.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'

/** From a list to what belongs to it: what the app places there, and the pages that name the list. */
export function ListLinks() {
  const { name: resource } = useConfiguredResource()
  const beside = (Object.entries(pages) as [PageName, DeclaredPage][]).filter(([, page]) =>
    page.besideLists?.includes(resource),
  )
  return (
    <>
      <LazyPanels panels={slots().listLinks[resource] ?? []} />
      {beside.map(([name]) => (
        <PageLink key={name} name={name} />
      ))}
    </>
  )
}
