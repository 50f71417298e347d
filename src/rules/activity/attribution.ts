/** What counts where an event names a token and a click: the token, as a code that somebody typed, or the click. */
export const attributedBys = ['code', 'click'] as const

/** Which of several clicks that are named counts, of those that count on the day at all. */
export const clicksCounted = ['last', 'first'] as const

/** The ids of clicks that an event names: one, as it is written, or several with commas between them. */
export const clickIdsOf = (named: string): string[] =>
  named.includes(',') ? named.split(/[\s,]+/).filter((id) => id !== '') : [named]
