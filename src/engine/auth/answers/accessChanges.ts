/** What changed: a new access key, person or authenticator, the payment key, the affiliate's e-mail address. */
export type AccessChangeKind = 'accessKey' | 'person' | 'authenticator' | 'paymentKey' | 'email'

/** A change in who may sign in for an affiliate, or in where it is paid to. Moments are ISO 8601. */
export interface AccessChangeAnswer {
  readonly id: number
  readonly kind: AccessChangeKind
  /** What the key or person is called; null where it is the affiliate's own record. */
  readonly label: string | null
  readonly at: string
  /** Whether the operator's staff did it. */
  readonly isByStaff: boolean
  /** Who did it, for staff; null for the affiliate where staff did. */
  readonly by: string | null
  /** Whether the affiliate was told by e-mail; `off` where no mail server is set up. */
  readonly mail: 'sent' | 'waiting' | 'failed' | 'off'
  readonly stoppedAt: string | null
}
