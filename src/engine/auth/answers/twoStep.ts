/** A user's two-step state; `otpauthUrl`, what the QR code says, is there only while the authenticator is unconfirmed. */
export interface TwoStepState {
  readonly isConfirmed: boolean
  readonly isLocked: boolean
  readonly otpauthUrl?: string
}
