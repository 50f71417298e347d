/** What counts where an event names a token and a click: the token, as a code that somebody typed, or the click. */
export const attributedBys = ['code', 'click'] as const
