/**
 * Why payments of an owner wait until somebody releases them: a person said so; the money came back from its key; the
 * gateway says that the key is somebody else's, or cannot say whose it is. All but the first are about the key alone,
 * and end when it changes.
 */
export const holdCauses = ['by_hand', 'returned', 'other_person', 'not_checked'] as const

/** One of {@link holdCauses}. */
export type HoldCause = (typeof holdCauses)[number]

/** Those that are about the key. */
export const keyHoldCauses = ['returned', 'other_person', 'not_checked'] as const satisfies readonly HoldCause[]
