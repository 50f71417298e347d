import { createContext, use } from 'react'
import type { Overlay } from '#engine/declaration/overlay/overlay.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { Studio } from './useStudio.ts'
import type { Say } from './useStudioTexts.ts'

/** What the parts of the studio know. */
export interface StudioScope {
  readonly say: Say
  readonly studio: Studio
  /** What was published last. */
  readonly published: Overlay
  /** The entity that is worked on, as it is declared, and with the draft over it. */
  readonly resource: AnyResource
  readonly laid: AnyResource
  /** A label as the draft says it; in the language of the pages where none is given. */
  readonly fieldLabel: (resource: string, field: string, language?: string) => string
  /** The same as it is in force, whatever the draft says. */
  readonly labelInForce: (resource: string, field: string, language: string) => string | undefined
  readonly sectionLabel: (resource: string, section: string) => string
  readonly helpOf: (resource: string, field: string, language: string) => string
  readonly declaredResource: (name: string) => AnyResource | undefined
}

const context = createContext<StudioScope | null>(null)

/** Gives the parts of the studio what they know. */
export const StudioContext = context

/** What the part of the studio around this knows. */
export function useStudioScope(): StudioScope {
  const scope = use(context)
  if (!scope) throw new Error('This belongs into the studio')
  return scope
}
