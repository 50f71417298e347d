/** A bank statement that says that money of settled payments came back, and waits for a second person. */
export interface StoredStatement {
  readonly id: number
  /** SHA-256 of the file's text, in hexadecimal. */
  readonly digest: string
  /** The settled payments that it says came back. */
  readonly payments: readonly number[]
  readonly uploadedAt: string
  readonly uploadedBy: string
  /** Whoever asks had it in hand: another person approves it. */
  readonly isAuthor: boolean
}

/** What the confirming call answers; what is empty is left out. */
export interface ConfirmedStatement {
  readonly changed: readonly number[]
  /** Settled payments that wait until a second person approves the stored file. */
  readonly waiting?: readonly number[]
  /** The stored file that waits. */
  readonly statement?: number
  /** Payments of which the gateway says otherwise: nothing was changed. */
  readonly contradicted?: readonly number[]
}
