import { cnab240Records, readCnab240 } from './formats/cnab240.ts'
import { readCsvStatement } from './formats/csvStatement.ts'
import { readOfx } from './formats/ofx.ts'
import { looksLikeStatusReport, readStatusReport } from './formats/statusReport.ts'
import { type ReadStatement, refuse } from './formats/statementLine.ts'

/** Formats that are known and not read, by how they begin. */
const unsupported: readonly (readonly [name: string, begin: RegExp])[] = [
  ['PDF', /^\s*%PDF/],
  ['Excel (.xlsx)', /^PK\p{Cc}\p{Cc}/u],
  ['Excel (.xls)', /^\u00D0\u00CF\p{Cc}\u00E0/u],
  ['HTML', /^\s*<(?:!doctype html|html|table|meta)\b/i],
  ['CAMT (ISO 20022)', /^\s*(?:<\?xml[^>]*>\s*)?<(?:\w+:)?Document\b[^>]*camt\.05/i],
  ['pain (ISO 20022)', /^\s*(?:<\?xml[^>]*>\s*)?<(?:\w+:)?Document\b[^>]*pain\.00/i],
  ['MT940 (SWIFT)', /^\s*(?:\{1:|:20:)/],
  ['QIF', /^\s*!(?:Type|Account):?/i],
  ['JSON', /^\s*[{[]/],
]
const zero = '\u0000'
/** Some programs end their files with it. */
const endOfFile = '\u001A'

/** CNAB of other widths than 240, which hold other things or are each bank's own. */
function refuseOtherCnab(rows: readonly string[]): void {
  const first = rows[0]!.trimEnd()
  const service = /^0[12](?:RETORNO|REMESSA)(?:\d\d(.{0,15}))?/i.exec(first)
  if (service)
    refuse(
      1,
      first.length > 410 ? 'format' : 'cnab_400',
      first.length > 410 ? `CNAB ${first.length}` : (service[1] ?? '').trim(),
    )
  const widths = new Set(rows.map((row) => row.trimEnd().length))
  const [width] = [...widths].filter((each) => [150, 200, 400, 500].includes(each))
  const isCnab = width !== undefined && rows.every((row) => /^[0-9A-Z]/.test(row)) && !/[;\t|]/.test(first)
  if (isCnab && /^(?:A[12]|0)/.test(first)) refuse(1, 'format', `CNAB ${width}`)
}

/**
 * Reads a statement as banks and gateways write it: CSV, OFX (1.x and 2.x), a return of CNAB 240 or a status report of
 * ISO 20022 (pain.002), told apart by how it begins. Each line is read, or told among what was skipped, with the reason where it could not be read.
 * @throws ApiError `invalid_statement` where nothing of it can be read, naming the format of a file that is not supported
 */
export function readStatement(given: string): ReadStatement {
  const text = given.replace(/^\uFEFF/, '').replaceAll(endOfFile, '')
  if (text.trim() === '') refuse(1, 'empty')
  if (looksLikeStatusReport(text)) return readStatusReport(text)
  const format = unsupported.find(([, begin]) => begin.test(text.slice(0, 2000)))
  if (format) refuse(1, 'format', format[0])
  if (text.slice(0, 1000).includes(zero)) refuse(1, 'not_text')
  if (/^\s*(?:OFXHEADER|<\?(?:xml|OFX)[^>]*>|<OFX[\s>])/i.test(text) && /<OFX[\s>]/i.test(text)) return readOfx(text)
  const rows = text.trimEnd().split(/\r\n?|\n/)
  const records = cnab240Records(rows)
  if (records) return readCnab240(records)
  refuseOtherCnab(rows)
  return readCsvStatement(text)
}
