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
  ['~', '~'],
  ['!!!', '!!!'],
]
const escaped = (text: string) => text.replace(/[$()*[\]|]/g, String.raw`\$&`)
/** What programs write where they have no value, and the code of one that was never run. */
const unfilled = /^(?:undefined|null|NaN|None|<\?.*\?>)$/i
const around = pairs.map(([open, close]) => `${escaped(open)}${name}${escaped(close)}`).join('|')
/** `{clickid}` and `{{player.id}}` wherever they stand, also cut at one end; of the others a value that is nothing else. */
const macro = new RegExp(String.raw`\{[^{}]*\}|^\$?\{|\}$|^(?:${around}|[$%:][A-Za-z_]\w*|\[\])$`)
const braced = /^\{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$/i

/** A value that was escaped too often, as it was meant. */
function unescaped(value: string, times = 3): string {
  if (times === 0 || !/%[0-9a-f]{2}/i.test(value)) return value
  try {
    return unescaped(decodeURIComponent(value), times - 1)
  } catch {
    return value
  }
}

/**
 * Whether a value still holds the placeholder that the sender's system should have filled in, or says that it had
 * nothing to fill in. Not a UUID in braces.
 */
export function isUnexpandedMacro(value: string): boolean {
  const text = value.trim().normalize('NFKC')
  return !braced.test(text) && [text, unescaped(text)].some((each) => macro.test(each) || unfilled.test(each))
}
