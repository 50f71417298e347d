import type { composeMessages } from './compose.ts'
import type { DealMessages } from './en/deals.ts'
import type { LateMessages } from './en/late.ts'
import type { PagesMessages } from './en/pages.ts'
import type { PortalMessages } from './en/portal.ts'
import type { TaxMessages } from './en/taxes.ts'
import type { Language } from './languages.ts'
import type { ErrorMessages } from './messages.ts'

/** The texts of a language, each part loaded when it is first asked for. */
interface Texts {
  /** Everything. */
  readonly all: () => Promise<{ readonly messages: ReturnType<typeof composeMessages> }>
  /** What the entrance says, before anybody is known. */
  readonly pages: () => Promise<{ readonly pages: PagesMessages }>
  /** What the entrance says where something goes wrong. */
  readonly errors: () => Promise<{ readonly errors: ErrorMessages }>
  /** What single pages say, of which the first list needs nothing. */
  readonly late: () => Promise<{ readonly late: LateMessages }>
  /** What the page of taxes says, and no other. */
  readonly taxes: () => Promise<{ readonly taxes: TaxMessages }>
  /** How deals are said as sentences. */
  readonly deals: () => Promise<{ readonly deals: DealMessages }>
  /** What the pages of affiliates say, and nobody else's. */
  readonly portal: () => Promise<{ readonly portal: PortalMessages }>
}

/** Where the texts of each language are. */
export const texts: Readonly<Record<Language, Texts>> = {
  pt: {
    all: () => import('./pt/index.ts'),
    pages: () => import('./pt/pages.ts'),
    errors: () => import('./pt/errors.ts'),
    late: () => import('./pt/late.ts'),
    taxes: () => import('./pt/taxes.ts'),
    deals: () => import('./pt/deals.ts'),
    portal: () => import('./pt/portal.ts'),
  },
  en: {
    all: () => import('./en/index.ts'),
    pages: () => import('./en/pages.ts'),
    errors: () => import('./en/errors.ts'),
    late: () => import('./en/late.ts'),
    taxes: () => import('./en/taxes.ts'),
    deals: () => import('./en/deals.ts'),
    portal: () => import('./en/portal.ts'),
  },
  es: {
    all: () => import('./es/index.ts'),
    pages: () => import('./es/pages.ts'),
    errors: () => import('./es/errors.ts'),
    late: () => import('./es/late.ts'),
    taxes: () => import('./es/taxes.ts'),
    deals: () => import('./es/deals.ts'),
    portal: () => import('./es/portal.ts'),
  },
}
