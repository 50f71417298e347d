import type { Frame } from './samples.ts'

const [width, rowHeight, letterWidth] = [1600, 17, 6.2]
/** Narrower frames cannot be seen. */
const leastWidth = 0.4

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Our own code red, packages blue, the machine grey. */
function colorOf(name: string): string {
  if (/ (src|resources|locales|tests)\//.test(name)) return '#f2a36b'
  return / node:| \(|^\(/.test(` ${name}`) ? '#c8ccd0' : '#9cc3e6'
}

/**
 * A flame graph: each row is called by the one above it, widths are time. Resting the pointer on a frame names it.
 * @returns an SVG document
 */
export function drawFlameGraph(tree: Frame, title: string): string {
  const frames: string[] = []
  let depth = 0
  const draw = (frame: Frame, x: number, row: number) => {
    const frameWidth = (frame.ms / tree.ms) * width
    if (frameWidth < leastWidth) return
    depth = Math.max(depth, row)
    const [y, letters] = [row * rowHeight, Math.floor((frameWidth - 4) / letterWidth)]
    const text = letters >= 3 ? escape(frame.name.slice(0, letters)) : ''
    const share = ((frame.ms / tree.ms) * 100).toFixed(1)
    frames.push(
      `<g><title>${escape(frame.name)}: ${frame.ms.toFixed(0)} ms, ${share} % (itself ${frame.ownMs.toFixed(0)} ms)</title>` +
        `<rect x="${x.toFixed(1)}" y="${y}" width="${frameWidth.toFixed(1)}" height="${rowHeight - 1}" fill="${colorOf(frame.name)}"/>` +
        (text ? `<text x="${(x + 2).toFixed(1)}" y="${y + 12}">${text}</text>` : '') +
        '</g>',
    )
    let from = x
    for (const call of [...frame.calls.values()].toSorted((one, other) => other.ms - one.ms)) {
      draw(call, from, row + 1)
      from += (call.ms / tree.ms) * width
    }
  }
  if (tree.ms > 0) draw({ ...tree, name: title }, 0, 0)
  const height = (depth + 1) * rowHeight
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="monospace" font-size="10">\n${frames.join('\n')}\n</svg>\n`
}
