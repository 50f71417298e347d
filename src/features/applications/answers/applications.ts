import type { ApplicationState } from '#rules/applications.ts'

/** What the public page of a brand shows to whoever wants to become its affiliate. */
export interface ApplicationFormAnswer {
  readonly brand: string
  readonly company: string
  /** Two letters: of the company, which most of its affiliates are of. */
  readonly country: string
  /** The terms in force, which have to be accepted. */
  readonly terms: { readonly id: number; readonly name: string; readonly text: string } | null
}

/** What an applicant is asked by the private link. */
export interface AskedAnswer {
  readonly name: string
  readonly brand: string
  readonly question: string
}

/** By what somebody else is the same. */
export const duplicateFields = ['email', 'cpf', 'phone', 'site'] as const
export type DuplicateField = (typeof duplicateFields)[number]

/** An affiliate or application that says the same as an application. */
export interface ApplicationDuplicate {
  readonly object: 'affiliate' | 'application'
  readonly id: number
  readonly name: string
  readonly state: ApplicationState | null
  readonly on: readonly DuplicateField[]
}

/** What staff are answered who ask an applicant, or let one in; links stand nowhere else. */
export interface DecidedAnswer {
  readonly affiliate: number | null
  /** Where the applicant answers, or sets a password; null where there is none. */
  readonly link: string | null
  readonly expiresAt: string | null
  /** Whether a mail was taken by the mail server; null where none is set up. */
  readonly isMailed: boolean | null
}
