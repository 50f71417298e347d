/** The room of a record's head before its figures are there, so that nothing below it is pushed down when they come. */
export const headRoom = { minHeight: { xs: 348, sm: 216, md: 184 }, mb: 1 } as const

/** The height of the tabs below it. */
export const tabsHeightPx = 48

/** Both, before they are there: the margins of the tabs are part of it. */
export const headAndTabs = { minHeight: { xs: 348 + 72, sm: 216 + 72, md: 184 + 72 } } as const

/** The room of what can be done from the head. */
export const headAction = { width: 240, height: 38 } as const
