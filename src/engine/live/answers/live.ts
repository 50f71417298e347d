import type { ShownUpload } from '#features/activity/answers/uploads.ts'

/** What `GET /api/live` tells, each as one event of the stream. */
export type LiveEvent =
  /** Somebody else wrote these records. */
  | { readonly kind: 'changed'; readonly resource: string; readonly ids: readonly number[]; readonly by: string }
  /** Who else has the record open that this page has open. */
  | { readonly kind: 'open'; readonly names: readonly string[] }
  /** A job began, went on or ended; for root. */
  | { readonly kind: 'job' }
  /** How far a feed file is, for whoever uploaded it. */
  | ({ readonly kind: 'upload'; readonly brand: number } & Pick<ShownUpload, 'id' | 'step' | 'state' | 'progress'>)
