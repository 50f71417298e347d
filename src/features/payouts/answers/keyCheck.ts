/**
 * What `POST /api/payment/key_check` answers: `right` is the named person's, `wrong` somebody else's (in what it
 * differs), `unchecked` where the gateway cannot say, `unknown` where it did not answer.
 */
export interface KeyCheckAnswer {
  readonly verdict: 'right' | 'wrong' | 'unchecked' | 'unknown'
  readonly differs: readonly ('name' | 'document')[]
}
