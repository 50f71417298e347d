import { overlayInForce } from '#lib/overlay/inForce.ts'
import type { composeMessages, OnDemandMessages, withOnDemand } from './compose.ts'
import type { AssistantMessages } from './en/assistant.ts'
import type { DealMessages } from './en/deals.ts'
import type { PagesMessages } from './en/pages.ts'
import type { PortalMessages } from './en/portal.ts'
import type { StudioMessages } from './en/studio.ts'
import type { TaxMessages } from './en/taxes.ts'
import type { Language } from './languages.ts'
import type { ErrorMessages } from './messages.ts'

type FirstMessages = ReturnType<typeof composeMessages>
type Messages = ReturnType<typeof withOnDemand>

/** The texts of a language, each part loaded when it is first asked for. */
interface Texts {
  /** Everything. */
  readonly all: () => Promise<{ readonly messages: Messages }>
  /** What the first pages say: everything but the texts of {@link Texts.onDemand}. */
  readonly first: () => Promise<{ readonly firstMessages: FirstMessages }>
  /** What the entrance says, before anybody is known. */
  readonly pages: () => Promise<{ readonly pages: PagesMessages }>
  /** What the entrance says where something goes wrong. */
  readonly errors: () => Promise<{ readonly errors: ErrorMessages }>
  /** What the pages of single features say, of which the first list needs nothing. */
  readonly onDemand: () => Promise<OnDemandMessages>
  /** What the page of taxes says, and no other. */
  readonly taxes: () => Promise<{ readonly taxes: TaxMessages }>
  /** What the configuration studio says, and no other page. */
  readonly studio: () => Promise<{ readonly studio: StudioMessages }>
  /** How deals are said as sentences. */
  readonly deals: () => Promise<{ readonly deals: DealMessages }>
  /** What the pages of affiliates say, and nobody else's. */
  readonly portal: () => Promise<{ readonly portal: PortalMessages }>
  /** What programs that a user lets in are told; no page says it. */
  readonly assistant: () => Promise<{ readonly assistant: AssistantMessages }>
}

/** With the labels that declarations carry, and those that product owners gave. */
async function laid<Part extends object>(language: Language, part: Part): Promise<Part> {
  const [{ labelledTexts, overlaidTexts }, { resources }, { choices }] = await Promise.all([
    import('#engine/declaration/overlay/overlay.ts'),
    import('#resources/index.ts'),
    import('#resources/choicesByName.ts'),
  ])
  return overlaidTexts(labelledTexts(part, language, { resources, choices }), language, overlayInForce)
}

/** Where the texts of each language are. */
export const texts: Readonly<Record<Language, Texts>> = {
  pt: {
    all: async () => ({ messages: await laid('pt', (await import('./pt/index.ts')).messages) }),
    first: async () => ({ firstMessages: await laid('pt', (await import('./pt/first.ts')).firstMessages) }),
    pages: () => import('./pt/pages.ts'),
    errors: () => import('./pt/errors.ts'),
    onDemand: () => import('./pt/onDemand.ts'),
    taxes: () => import('./pt/taxes.ts'),
    studio: () => import('./pt/studio.ts'),
    deals: () => import('./pt/deals.ts'),
    portal: () => import('./pt/portal.ts'),
    assistant: () => import('./pt/assistant.ts'),
  },
  en: {
    all: async () => ({ messages: await laid('en', (await import('./en/index.ts')).messages) }),
    first: async () => ({ firstMessages: await laid('en', (await import('./en/first.ts')).firstMessages) }),
    pages: () => import('./en/pages.ts'),
    errors: () => import('./en/errors.ts'),
    onDemand: () => import('./en/onDemand.ts'),
    taxes: () => import('./en/taxes.ts'),
    studio: () => import('./en/studio.ts'),
    deals: () => import('./en/deals.ts'),
    portal: () => import('./en/portal.ts'),
    assistant: () => import('./en/assistant.ts'),
  },
  es: {
    all: async () => ({ messages: await laid('es', (await import('./es/index.ts')).messages) }),
    first: async () => ({ firstMessages: await laid('es', (await import('./es/first.ts')).firstMessages) }),
    pages: () => import('./es/pages.ts'),
    errors: () => import('./es/errors.ts'),
    onDemand: () => import('./es/onDemand.ts'),
    taxes: () => import('./es/taxes.ts'),
    studio: () => import('./es/studio.ts'),
    deals: () => import('./es/deals.ts'),
    portal: () => import('./es/portal.ts'),
    assistant: () => import('./es/assistant.ts'),
  },
}
