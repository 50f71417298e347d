import { looksLikeCnab, readCnab240 } from './formats/cnab240.ts'
import { readCsvStatement } from './formats/csvStatement.ts'
import { readOfx } from './formats/ofx.ts'
import { type ReadStatement, refuse } from './formats/statementLine.ts'

/** What begins a file that is no text: PDF, a packed workbook, an old one. */
const noText = ['%PDF', 'PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0']
const zero = '\u0000'
/** Some programs end their files with it. */
const endOfFile = '\u001A'

/**
 * Reads a statement as banks and gateways write it: CSV, OFX (1.x and 2.x) or a return of CNAB 240, told apart by how
 * it begins. Each line is read, or told among what was skipped, or refused.
 * @throws ApiError `invalid_statement` naming the line and what is wrong with it
 */
export function readStatement(given: string): ReadStatement {
  const text = given.replace(/^\uFEFF/, '').replaceAll(endOfFile, '')
  if (text.trim() === '') refuse(1, 'empty')
  if (noText.some((begin) => text.startsWith(begin)) || text.slice(0, 1000).includes(zero)) refuse(1, 'not_text')
  if (/^\s*(?:OFXHEADER|<\?(?:xml|OFX)[^>]*>|<OFX>)/i.test(text) && /<OFX>/i.test(text)) return readOfx(text)
  const rows = text.replace(/[\r\n]+$/, '').split(/\r?\n/)
  if (looksLikeCnab(rows[0]!, 240)) return readCnab240(rows)
  if (looksLikeCnab(rows[0]!, 400)) refuse(1, 'cnab_400')
  return readCsvStatement(text)
}
