import { useEffect } from 'react'
import { setDocumentTitle } from './brand.ts'

/** Names the window after the page that is shown. */
export function usePageTitle(title: string) {
  useEffect(() => setDocumentTitle(title), [title])
}
