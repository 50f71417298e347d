import type { RecordPage } from '#engine/declaration/recordPage.ts'

/** The room of a record's head before its figures are there, so that nothing below it is pushed down when they come. */
export const headRoom = { minHeight: { xs: 348, sm: 216, md: 184 }, mb: 1 } as const

/** The height of the tabs below it. */
export const tabsHeightPx = 48

const headAndTabs = { minHeight: { xs: 348 + 72, sm: 216 + 72, md: 184 + 72 } } as const
const tabsAlone = { minHeight: tabsHeightPx + 16 } as const

/** Head and tabs, or tabs alone, before they are there: the margins of the tabs are part of it. */
export const topRoom = ({ head }: RecordPage) => (Object.keys(head).length > 0 ? headAndTabs : tabsAlone)

/** The room of what can be done from the head. */
export const headAction = { width: 240, height: 38 } as const

/** The room of the button that suspends. */
export const suspendRoom = { width: 176, height: 38 } as const
