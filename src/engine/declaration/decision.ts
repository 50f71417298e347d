import type { RoleName } from './names.ts'

/** What one person writes and another decides about. */
export interface Decision {
  /** The call, as in `/openapi.json`. */
  readonly path: `/api/${string}`
  /** Who may: all of these roles. */
  readonly roles: readonly RoleName[]
  /** What makes an account an author of it, beside what makes the accounts behind that account authors. */
  readonly authors: readonly string[]
  /** What is asked of whoever decides and has an authenticator. */
  readonly proof: 'code' | 'none'
}

/** By resource, by transition: the name of the last part of its call. */
export type Decisions = Readonly<Record<string, Readonly<Record<string, Decision>>>>

/**
 * Declares the decisions that need another person.
 * @example
 * defineDecisions({ media: { approve: { path: '/api/media/:id/approve', roles: ['brand'], authors: ['writes it'], proof: 'code' } } })
 */
export const defineDecisions = <const Declared extends Decisions>(declared: Declared): Declared => declared

/** The rows of the table of `docs/security.md`, one a decision. */
export function decisionRows(decisions: Decisions, shownBy: string): string[] {
  return Object.entries(decisions).flatMap(([resource, transitions]) =>
    Object.entries(transitions).map(([transition, { path, roles, authors, proof }]) => {
      const may = roles.map((role) => `\`${role}\``).join(' and ')
      const code = proof === 'code' ? 'authenticator code' : 'session'
      return `| ${resource} · ${transition} | \`POST ${path}\` | ${may} | who ${authors.join('; who ')} | ${code} | \`${shownBy}\` |`
    }),
  )
}
