import { type Cost, costNames } from './measure.ts'

const [left, top, rowHeight, barWidth] = [190, 56, 26, 56]

/**
 * A picture of how many times the first office's cost each cost is: a line an office, a column a cost, on a scale on
 * which each doubling is as wide as any other. What lies right of the line in the middle has grown.
 */
export function drawGrowth(rows: readonly { readonly name: string; readonly cost: Cost }[]): string {
  const [first, ...others] = rows
  const columnWidth = barWidth * 2
  const width = left + costNames.length * columnWidth + 20
  const height = top + others.length * rowHeight + 40
  const heads = costNames.map(([, title], column) => {
    const lines = title.match(/.{1,18}(?:\s|$)/g) ?? [title]
    return lines
      .map((line, index) => text(left + column * columnWidth + barWidth, 14 + index * 12, line.trim(), 'middle'))
      .join('')
  })
  const lines = others.map(({ name, cost }, row) => {
    const y = top + row * rowHeight
    const bars = costNames.map(([key], column) => {
      const times = cost[key] / first!.cost[key]
      const middle = left + column * columnWidth + barWidth
      const long = Math.max(-1, Math.min(1, Math.log10(times) / 2)) * (barWidth - 22)
      const [x, wide] = long < 0 ? [middle + long, -long] : [middle, long]
      const at = long < 0 ? middle + 3 : middle + long + 3
      return `<rect x="${x.toFixed(1)}" y="${y + 4}" width="${Math.max(wide, 0.5).toFixed(1)}" height="14" fill="${long < 0 ? '#2e7d32' : '#1565c0'}"/>${text(at, y + 15, times.toPrecision(2))}`
    })
    return text(10, y + 15, name) + bars.join('')
  })
  const axes = costNames.map((_, column) => {
    const x = left + column * columnWidth + barWidth
    return `<line x1="${x}" x2="${x}" y1="${top - 4}" y2="${height - 30}" stroke="#888"/>`
  })
  const note = text(10, height - 10, `Times the first office's cost; a bar's length is its logarithm (100 at its end).`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="10"><rect width="100%" height="100%" fill="#fff"/>${[...heads, ...axes, ...lines, note].join('')}</svg>\n`
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' = 'start'): string {
  const escaped = content.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}">${escaped}</text>`
}
