import type { UnattributedEvent } from '../../answers/unattributed.ts'

/** What tells events apart: an id is unique within its brand only. */
export const eventKey = ({ brand, eventId }: Pick<UnattributedEvent, 'brand' | 'eventId'>): string =>
  `${brand} ${eventId}`
