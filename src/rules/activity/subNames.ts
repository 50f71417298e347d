/** What an affiliate tells its own visitors apart by: texts of its own that come back in reports and postbacks. */
export const subNames = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const
export type SubName = (typeof subNames)[number]

/** The most characters of each. */
export const subLengthMax = 255
