/** What the library does not write into a workbook: heads that are bold and stay in sight while one scrolls. */
import { CFB } from 'xlsx'

/** The number format of heads and of nothing else, by which their style is found: text. */
export const headFormat = '@'

interface Archive {
  readonly FullPaths: readonly string[]
  readonly FileIndex: { content: Uint8Array }[]
}
type Edit = readonly [found: string, put: string]

/** The library's own text for a sheet as it is looked at, and the same with its first row kept in sight. */
const keepHead: Edit = [
  '<sheetView workbookViewId="0"/>',
  '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>',
]
/** A second font, and it for cells of {@link headFormat} (49 by the format of workbooks). */
const boldHead: readonly Edit[] = [
  ['<fonts count="1">', '<fonts count="2">'],
  ['</fonts>', '<font><b/><sz val="12"/><color theme="1"/><name val="Calibri"/><family val="2"/></font></fonts>'],
  ['<xf numFmtId="49" fontId="0"', '<xf numFmtId="49" fontId="1" applyFont="1"'],
]
/** Where a sheet says how it is looked at: before its rows, however many there are. */
const sheetStartBytes = 2_000

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** Where the library writes otherwise than it did, the file stays as it was: a test holds it to what is looked for. */
const edited = (text: string, [found, put]: Edit): string => text.replace(found, put)

function withKeptHead(sheet: Uint8Array): Uint8Array {
  // Only the start is read as text: a long sheet has hundreds of megabytes.
  const isInLetter = (at: number) => at < sheet.length && (sheet[at]! & 0xc0) === 0x80
  let end = Math.min(sheetStartBytes, sheet.length)
  while (isInLetter(end)) end -= 1
  const start = encoder.encode(edited(decoder.decode(sheet.subarray(0, end)), keepHead))
  const whole = new Uint8Array(start.length + sheet.length - end)
  whole.set(start)
  whole.set(sheet.subarray(end), start.length)
  return whole
}

/** The bytes of an .xlsx file, compressed, with the heads of its sheets bold and kept in sight. */
export function withStandingHeads(workbook: ArrayBuffer): ArrayBuffer {
  const archive = CFB.read(new Uint8Array(workbook), { type: 'buffer' }) as Archive
  for (const [index, path] of archive.FullPaths.entries()) {
    const file = archive.FileIndex[index]!
    if (/\/xl\/worksheets\/sheet\d+\.xml$/.test(path)) file.content = withKeptHead(file.content)
    if (path.endsWith('/xl/styles.xml'))
      file.content = encoder.encode(boldHead.reduce(edited, decoder.decode(file.content)))
  }
  const bytes = CFB.write(archive, { fileType: 'zip', type: 'array', compression: true }) as Uint8Array<ArrayBuffer>
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}
