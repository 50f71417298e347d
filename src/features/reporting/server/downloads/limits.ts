const megabyte = 1024 * 1024

/** The bytes of files that are kept for one user; the oldest go first. No single file may be larger. */
export const bytesMax = 50 * megabyte
/** How long files are kept. */
export const retentionDays = 30
/** Files of one user that are kept, made or not; the oldest go first. */
export const filesMax = 200
/**
 * Rows of one file: a third of what a workbook can hold, and what one server has the memory to write beside its other
 * work.
 */
export const rowsMax = 300_000
/** Files of one user that wait or are being made. */
export const waitingMax = 10
/** Schedules of one user. */
export const schedulesMax = 20
/** The time of the business zone's clock from which on a day's files are made: the day before is closed by then. */
export const filesMadeFrom = '05:00'
