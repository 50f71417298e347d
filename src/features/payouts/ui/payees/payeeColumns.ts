/** How many columns there are; what is opened below a row takes all of them. */
export const ownerColumns = 6

/** Cells that have no room of their own on a narrow screen; what they say stands in others then. */
export const fromSmall = { display: { xs: 'none', sm: 'table-cell' } } as const
export const fromMedium = { display: { xs: 'none', md: 'table-cell' } } as const
