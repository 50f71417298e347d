/** Codes of RFC 6749, 7009, 7591, 8707 that programs act on. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** A refusal in the shape of OAuth, `{error, error_description}`: programs read no other. */
export class OAuthError extends Error {
  override name = 'OAuthError'
  readonly error: OAuthErrorCode

  constructor(error: OAuthErrorCode, description: string) {
    super(description)
    this.error = error
  }

  /** RFC 6749, 5.2. */
  get status(): number {
    return this.error === 'invalid_client' ? 401 : 400
  }

  body(): { error: OAuthErrorCode; error_description: string } {
    return { error: this.error, error_description: this.message }
  }
}
