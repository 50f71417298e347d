/** What the pages about affiliates' sites and the API say to each other. */

/** What was declared of a site or profile: the copy that is kept and proved. */
export interface SiteDeclaration {
  /** The affiliate's public code. */
  readonly affiliate: string
  readonly address: string
  readonly kind: string
  readonly language: string | null
  readonly usage: string
  readonly declaredAt: string
}

/** What was decided about a declaration, and when. */
export interface SiteDecided {
  readonly id: number
  readonly declaration: SiteDeclaration
  /** SHA-256 of the declaration as canonical JSON; it stands in the log. */
  readonly digest: string
  /** What tells of a person was taken out of the declaration; the digest is of what stood there. */
  readonly redacted: boolean
  readonly decision: 'approved' | 'refused'
  readonly decidedAt: string
  readonly reason: string | null
  /** Colleagues read who; the affiliate does not. */
  readonly decidedBy?: string
  readonly declaredBy?: string | null
}

/** What `GET /api/affiliateSite/{id}/decision` and `GET /api/portal/site/{id}/decision` answer, the newest first. */
export interface SiteDecisions {
  readonly decisions: readonly SiteDecided[]
}

/** What `GET /api/affiliateSite/{id}/proof` answers: the approval that holds last, and what leads to the signed log. */
export interface ProvedSite {
  readonly declaration: SiteDeclaration
  readonly digest: string
  readonly redacted: boolean
  readonly line: string
  readonly salt: string
  readonly index: number
  readonly path: readonly string[]
  readonly head: string
}
