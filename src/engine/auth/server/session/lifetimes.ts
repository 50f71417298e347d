const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** An access token, in milliseconds: short, because a copy of it cannot be told from the original. */
export const accessLifetimeMs = 15 * minuteMs

/** From the password to the code, in milliseconds: time to install an authenticator at the first sign-in. */
export const secondStepLifetimeMs = 15 * minuteMs

/** How long a session lasts without being used, in milliseconds: from one working day to the next. */
export const idleLifetimeMs = dayMs

/**
 * How long a session lasts at most, in milliseconds, however much it is used: a working week, then the password is
 * asked again.
 */
export const sessionLifetimeMs = 7 * dayMs

/**
 * How old the moment a session was last seen may be, in milliseconds: the list shows minutes, so not every request
 * needs a write.
 */
export const lastSeenToleranceMs = 5 * minuteMs

/** How long staff look at an affiliate's pages at a time, in milliseconds. */
export const viewLifetimeMs = 30 * minuteMs

/** How long a program that a user let in may go unused, in milliseconds: over a weekend and a short absence. */
export const programIdleLifetimeMs = 7 * dayMs

/** How long a program that a user let in lasts at most, in milliseconds; then the user is asked again. */
export const programLifetimeMs = 30 * dayMs

/** How long after the sign-in, in milliseconds, somebody counts as having given the password just now. */
export const freshSessionMs = 10 * minuteMs
