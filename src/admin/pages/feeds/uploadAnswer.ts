/** An uploaded feed file, as `GET /api/brand/{id}/feed` answers it. Moments are ISO 8601. */
export interface UploadAnswer {
  readonly id: number
  readonly fileName: string
  readonly bytes: number
  readonly createMissing: boolean
  readonly profile: number | null
  readonly step: 'check' | 'import'
  readonly state: 'receiving' | 'waiting' | 'running' | 'done' | 'failed'
  readonly progress: { readonly rows: number; readonly accepted: number; readonly duplicates: number; readonly refused: number } | null
  readonly check: UploadReport | null
  readonly import: UploadReport | null
  readonly problem: string | null
  readonly createdBy: string
  readonly createdAt: string
  readonly finishedAt: string | null
}

/** What became of a file, or in a check would. */
export interface UploadReport {
  readonly rows: number
  readonly accepted: number
  readonly duplicates: number
  readonly unattributed: number
  readonly refused: number
  readonly reasons: Readonly<Record<string, number>>
  readonly made: { readonly affiliates: number; readonly actions: number; readonly names: readonly string[] }
}

/** Whether something still happens to it by itself. */
export const isUnderWay = ({ state }: Pick<UploadAnswer, 'state'>): boolean => state === 'waiting' || state === 'running'
