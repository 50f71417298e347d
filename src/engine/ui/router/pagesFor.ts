import { type DeclaredPage, type PageName, type PageReader, pages } from '#resources/pages.ts'

/** The declared pages that a user may open. */
export function pagesFor(reader: PageReader): { readonly name: PageName; readonly path: string }[] {
  return (Object.entries(pages) as [PageName, DeclaredPage][])
    .filter(([, page]) => page.isFor(reader))
    .map(([name, { path }]) => ({ name, path }))
}
