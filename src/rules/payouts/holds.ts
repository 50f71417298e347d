/**
 * Why payments of an owner wait until somebody releases them: a person said so; the money came back from its key; the
 * gateway says that the key is somebody else's, or cannot say whose it is. Money that came back waits for another key;
 * what is about whose a key is waits for the gateway's answer about the new one; a sign of fraud waits for whoever
 * decides about it; a key that a colleague changed waits for
 * another person, and any key where the company wants one; and while an owner
 * is suspended, everything waits.
 */
export const holdCauses = [
  'by_hand',
  'returned',
  'other_person',
  'not_checked',
  'risk',
  'key_changed',
  'suspended',
] as const

/** One of {@link holdCauses}. */
export type HoldCause = (typeof holdCauses)[number]

/** Those that are about whose the key is. */
export const askedHoldCauses = ['other_person', 'not_checked'] as const satisfies readonly HoldCause[]
