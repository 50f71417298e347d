/** Whom entries and payments belong to. */
export type OwnerKind = 'affiliate' | 'partner'

/** Both kinds of owner; each is the name of its table and of the column of entries and payments that holds it. */
export const ownerKinds: readonly OwnerKind[] = ['affiliate', 'partner']
