/** Whether text is no table but HTML, which some systems call a workbook, or JSON. */
export const isMarkup = (text: string): boolean => /^\s*(?:<[!?a-z]|[[{]\s*[[{"])/i.test(text)
