import { createContext, useContext } from 'react'
import { createKeptLists, type KeptLists } from './keptLists.ts'

const KeptListsContext = createContext<KeptLists>(createKeptLists({ save: null }))

/** Provides how the person's lists look. */
export const KeptListsProvider = KeptListsContext.Provider

/** How the person's lists look, and how to keep another choice. */
export const useKeptLists = (): KeptLists => useContext(KeptListsContext)
