import type { AccessChangeKind } from '#engine/auth/answers/accessChanges.ts'

/** What staff are answered who invite one of an affiliate's people; the link stands nowhere else. */
export interface InvitationAnswer {
  readonly link: string
  readonly expiresAt: string
  /** Whether a mail with the link was taken by the mail server; null where none is set up. */
  readonly isMailed: boolean | null
}

/** Whom a link lets in. */
export interface InvitedAnswer {
  readonly email: string
  readonly name: string
  readonly company: string | null
}

/** What the link in a mail about a change stops. */
export interface ReadStop {
  readonly kind: AccessChangeKind
  readonly label: string | null
  readonly at: string
  readonly isStopped: boolean
  readonly company: string | null
}
