/** What the server of `npm run dev`, whoever started it and the page say to each other. */
import type { LocatedProblem } from '../configuration/sources.ts'
import type { PlannedChange } from '../support/plannedChanges.ts'

/** What a server says while it begins. */
export type ServerMessage =
  | { readonly kind: 'wrong'; readonly problems: readonly LocatedProblem[] }
  | { readonly kind: 'asks'; readonly changes: readonly PlannedChange[] }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'outdated' }
  | { readonly kind: 'ready'; readonly address: string }

/** What the terminal and the page show; while it is not `serves`, the configuration before the edit goes on serving. */
export type Shown =
  | { readonly kind: 'begins' }
  | { readonly kind: 'serves' }
  | { readonly kind: 'wrong'; readonly lines: readonly string[] }
  | { readonly kind: 'asks'; readonly changes: readonly PlannedChange[]; readonly question: number }
  | { readonly kind: 'declined' }
  | { readonly kind: 'failed'; readonly text: string }

/** The names under which they travel to and from the page. */
export const pageEvents = { shown: 'dev:shown', hello: 'dev:hello', answer: 'dev:answer' } as const

/** What somebody says to a question of the page. */
export interface Answer {
  readonly question: number
  readonly isYes: boolean
}
