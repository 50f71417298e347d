/** How long a page whose code is there waits for its letters, in milliseconds; after that it is drawn in others. */
const lettersAtMostMs = 1_500

const letters = document.fonts.load("1rem 'Inter Variable'").catch(() => [])

/**
 * Waits for the typeface, which is on its way since the first script ran: drawn in other letters first, every line of
 * the page would be of another width a moment later, and what stands below a line that wraps would move.
 */
export const lettersThere = (): Promise<unknown> =>
  Promise.race([letters, new Promise((resolve) => setTimeout(resolve, lettersAtMostMs))])
