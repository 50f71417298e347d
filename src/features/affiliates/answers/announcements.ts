/** What its company told an affiliate, in the affiliate's language where it is written in that. */
export interface Announcement {
  readonly at: string
  readonly subject: string
  readonly text: string
}
