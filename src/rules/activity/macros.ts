const name = String.raw`(?=[^A-Za-z]*[A-Za-z])[\w.: -]+`
/** What stands around a placeholder that is a whole value, in the systems that send postbacks. */
const pairs: readonly (readonly [open: string, close: string])[] = [
  ['%', '%'],
  ['%%', '%%'],
  ['[', ']'],
  ['[[', ']]'],
  ['$[', ']'],
  ['<', '>'],
  ['<<', '>>'],
  ['<%', '%>'],
  ['<%=', '%>'],
  ['#', '#'],
  ['##', '##'],
  ['$', '$'],
  ['@', '@'],
  ['@@', '@@'],
  ['$(', ')'],
  ['((', '))'],
  ['*|', '|*'],
  ['|', '|'],
  ['__', '__'],
  ['&lt;', '&gt;'],
  ['«', '»'],
  ['【', '】'],
]
const escaped = (text: string) => text.replace(/[$()*[\]|]/g, String.raw`\$&`)
const around = pairs.map(([open, close]) => `${escaped(open)}${name}${escaped(close)}`).join('|')
/** `{clickid}` and `{{player.id}}` wherever they stand, also cut at one end; of the others a value that is nothing else. */
const macro = new RegExp(String.raw`\{[^{}]*\}|^\$?\{|\}$|^(?:${around}|[$%:][A-Za-z_]\w*|\[\])$`)
const braced = /^\{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$/i

/** A value that was escaped once too often, as it was meant. */
function unescapedOnce(value: string): string {
  if (!/%[0-9a-f]{2}/i.test(value)) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Whether a value still holds the placeholder that the sender's system should have filled in. Not a UUID in braces. */
export function isUnexpandedMacro(value: string): boolean {
  const text = value.trim().normalize('NFKC')
  return !braced.test(text) && (macro.test(text) || macro.test(unescapedOnce(text)))
}
