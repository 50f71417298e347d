/** What stands where a banner was that may be shown no more: an empty frame of its size. */
export function placeholder({ width, height }: { width: number; height: number }): Buffer {
  const frame = `width="${width}" height="${height}"`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" ${frame} viewBox="0 0 ${width} ${height}" role="img"><title>410</title>` +
      `<rect ${frame} fill="#eceff1"/><path d="M0 0 ${width} ${height}M${width} 0 0 ${height}" stroke="#b0bec5"/></svg>`,
  )
}
