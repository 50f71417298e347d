import { errorCatalogue } from '#engine/declaration/errorCatalogue.ts'
import type { ErrorMessages } from '../messages.ts'

/** English is the catalogue's own language. */
export const errors = Object.fromEntries(
  Object.entries(errorCatalogue).map(([code, [, message]]) => [code, message]),
) as ErrorMessages
