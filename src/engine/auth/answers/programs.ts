/** What a program that a user lets in may read, always within the user's own rights. */
export const oauthScopes = ['records', 'reports'] as const
export type OAuthScope = (typeof oauthScopes)[number]

/** The page where a user lets a program in; it asks the person to sign in first, as the account does. */
export const connectPath = '/account/connect'

/** What a program asks for, as the page of consent shows it. */
export interface ProgramRequest {
  readonly client: string
  /** Where the program is answered. */
  readonly redirectUri: string
  readonly scopes: readonly OAuthScope[]
  /** Where to go to decline. */
  readonly declineTo: string
}

/** Where to go once the program is let in. */
export interface ProgramConsent {
  readonly goTo: string
}
