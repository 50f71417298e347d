import type { Overlay } from '#engine/declaration/overlay/overlay.ts'

/** A published version. */
export interface OverlayVersion {
  readonly version: number
  readonly author: string | null
  /** ISO 8601. */
  readonly at: string
  readonly overlay: Overlay
}

/** `GET /api/studio`. */
export interface StudioAnswer {
  /** The version this server serves; 0 where nothing was published. */
  readonly serves: number
  /** Published versions, the newest first. */
  readonly versions: readonly OverlayVersion[]
  /** What counts once every server has taken the newest version over. */
  readonly overlay: Overlay
  /** Of whoever asks. */
  readonly draft: { readonly overlay: Overlay; readonly basedOn: number } | null
  /** Records of each entity whose fields people may change, and how many of them hold a value in each field. */
  readonly counts: Readonly<Record<string, number>>
}

/** `PUT /api/studio/draft`: what is wrong with it; it is kept where nothing is. */
export interface DraftAnswer {
  readonly problems: readonly { readonly where: string; readonly what: string; readonly how: string }[]
}
