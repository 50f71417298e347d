const isCharacters = (escapes: string): boolean => {
  try {
    decodeURIComponent(escapes)
    return true
  } catch {
    return false
  }
}

/**
 * The address of a request without the parts of a link's path that are no character: a cut-off one at its end, or the
 * escapes of another encoding. Such a path could not be read at all.
 */
export function withoutBrokenEscapes(url: string): string {
  if (!url.includes('%') || !/^\/t\//i.test(url)) return url
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (isCharacters(path)) return url
  const readable = path.replace(/(?:%[0-9a-f]{2})+|%/gi, (escapes) => (isCharacters(escapes) ? escapes : ''))
  return readable + url.slice(path.length)
}
