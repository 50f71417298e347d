import type { ShownUpload } from '../../answers/uploads.ts'

/** Whether something still happens to it by itself. */
export const isInProgress = ({ state }: Pick<ShownUpload, 'state'>): boolean =>
  state === 'waiting' || state === 'running'
