import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '#engine/live/answers/live.ts'
import type { ShownUpload } from '../../answers/uploads.ts'
import { feedKey } from './feedKey.ts'
import { isInProgress } from './isUnderWay.ts'

/** Shows how far a file is where it stands; what came of one, and one that is new, is read. */
export function cacheUpload(client: QueryClient, { brand, id, step, state, progress }: UploadEvent): void {
  const queryKey = feedKey(brand)
  const shown = client.getQueryData<readonly ShownUpload[]>(queryKey)
  if (!shown?.some((upload) => upload.id === id && isInProgress({ state })))
    return void client.invalidateQueries({ queryKey })
  client.setQueryData<readonly ShownUpload[]>(
    queryKey,
    shown.map((upload) => (upload.id === id ? { ...upload, step, state, progress } : upload)),
  )
}

type UploadEvent = Extract<LiveEvent, { kind: 'upload' }>
