/**
 * How high the chart of the home page is with its heading, in pixels: the chart's library comes late, and the room it
 * will take is kept.
 */
export const chartCardHeightPx = 364
