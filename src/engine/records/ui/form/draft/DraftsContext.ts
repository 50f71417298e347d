import { createContext, useContext } from 'react'
import { createDrafts, type Drafts } from '#engine/auth/ui/session/drafts.ts'

const DraftsContext = createContext<Drafts>(createDrafts())

/** Hands the tab's memory of unsaved forms to the forms below. */
export const DraftsProvider = DraftsContext.Provider

/** The tab's memory of unsaved forms. */
export const useDrafts = (): Drafts => useContext(DraftsContext)
