/** What people type that is no JSON, each in a sentence of its own. */
interface Slip {
  readonly sign: RegExp
  readonly what: string
  readonly how: string
}

const slips: readonly Slip[] = [
  { sign: /^\ufeff/, what: 'The file begins with an invisible mark (BOM).', how: 'Save it as UTF-8 without it.' },
  {
    sign: /^(?:<{7}|={7}|>{7})/m,
    what: 'A merge was left unfinished.',
    how: 'Keep one of the two versions, and remove the lines of <<<<<<<, ======= and >>>>>>>.',
  },
  {
    sign: /[\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb\u00b4`]/,
    what: 'A quote is a curly one, as word processors write it.',
    how: 'Type the straight one: "text".',
  },
  { sign: /'/, what: 'A text stands between single quotes.', how: 'Write straight double ones: "text".' },
  { sign: /#|\/\/|\/\*/, what: 'JSON has no comments.', how: 'Remove it.' },
  { sign: /:\s*-?\d+,\d/, what: 'A decimal comma separates two values here.', how: 'Write a point: 0.5.' },
  { sign: /,\s*[}\]]/, what: 'A comma stands behind the last one.', how: 'Remove it.' },
  {
    sign: /\b(?:True|False|None|undefined|yes|no)\b/,
    what: 'This is no value of JSON.',
    how: 'Write true, false, a number, or a text between double quotes.',
  },
  {
    sign: /\p{Extended_Pictographic}/u,
    what: 'An emoji stands outside of a text.',
    how: 'Put it between quotes: "🎉".',
  },
  {
    sign: /\u00a0|[\u2000-\u200d]/,
    what: 'An invisible character stands here, such as one that was copied along.',
    how: 'Type the line again.',
  },
  {
    sign: /[{,]\s*[\p{L}_][\p{L}\w-]*\s*:/u,
    what: 'A name stands without quotes.',
    how: 'Write it between double quotes: "filters".',
  },
  {
    sign: /\}\s*\{/,
    what: 'Another object follows the first.',
    how: 'Make one of the two, with a comma between what they say.',
  },
  {
    sign: /^\s*[a-z]+ /,
    what: 'An overlay is an object, and nothing stands before it.',
    how: 'Begin the file with {.',
  },
]

/** The text with its texts emptied, so that what stands in them is not looked at. */
const bareOf = (text: string) => text.replace(/"(?:[^"\\\n]|\\.)*"/g, (each) => `"${' '.repeat(each.length - 2)}"`)

const count = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0

/**
 * What is wrong with a text that is no JSON; null where no usual mistake is to be seen.
 * @param offset where it could not be read any further
 */
export function jsonSlip(text: string, offset: number): Pick<Slip, 'what' | 'how'> | null {
  if (text.trim() === '') return { what: 'The file is empty.', how: 'Write {} into it, or remove it.' }
  const bare = bareOf(text)
  const lineOf = (index: number) => count(text.slice(0, index), /\n/g)
  const found = slips.find(({ sign }) => {
    const match = sign.exec(bare)
    return match !== null && Math.abs(lineOf(match.index) - lineOf(offset)) <= 1
  })
  if (found) return found
  if (count(bare, /[{[]/g) > count(bare, /[}\]]/g) && bare.slice(offset).trim() === '')
    return { what: 'A bracket is open at the end.', how: 'Close each { with } and each [ with ].' }
  return /["\]}\w]\s*$/.test(bare.slice(0, offset))
    ? { what: 'A comma is missing before this.', how: 'Write one between two values.' }
    : null
}
