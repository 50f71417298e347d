/** A secret of a signal target as people see it: never itself. Moments are ISO 8601. */
export interface SignalSecretAnswer {
  readonly id: number
  /** Its last characters. */
  readonly hint: string
  readonly madeAt: string
  /** From this moment on it signs nothing; null for the present one. */
  readonly endsAt: string | null
  /** Nobody has seen it: it was made with the target. */
  readonly isUnseen: boolean
}

/** A secret that was just made: in full, this once. */
export interface MadeSignalSecret extends SignalSecretAnswer {
  readonly secret: string
}

/** What came of a test. */
export interface SignalTestAnswer {
  readonly signalId: string
  readonly isTaken: boolean
  /** The status over HTTP; null where there was no answer. */
  readonly status: number | null
  /** The beginning of the answer, or what was in the way. */
  readonly answer: string
  readonly tookMs: number
}

/** How a target has been answering. */
export interface SignalQueueAnswer {
  readonly waiting: number
  readonly dead: number
  /** Failures in a row, and since when. */
  readonly failures: number
  readonly failingSince: string | null
  /** Nothing is tried before; null where it does not rest. */
  readonly restsUntil: string | null
  /** Whether this server sends mail at all. */
  readonly sendsMail: boolean
}
