import { isDay, type Day } from '#engine/values/calendar.ts'
import { type Money, roundMoney } from '#engine/values/money.ts'
import { elementsNamed, readXml, type XmlElement, XmlError, xmlTextAt } from '#engine/values/xml.ts'
import { normalizeInvoice } from './invoices.ts'

/** What the XML of an NFS-e says. */
export interface InvoiceXml {
  /** Its national key where it has one, else its number. */
  readonly number: string
  /** CPF or CNPJ of who issued it, without punctuation; null where it says none. */
  readonly document: string | null
  /** What was billed, before taxes. */
  readonly amount: Money | null
  readonly issuedOn: Day | null
}

/** The first of some names that an element anywhere below has a text for. */
function said(element: XmlElement | undefined, names: readonly string[]): string {
  for (const name of names) {
    const found = element && elementsNamed(element, name).find(({ text }) => text.trim() !== '')
    if (found) return found.text.trim()
  }
  return ''
}

const documentNames = ['CNPJ', 'CPF', 'Cnpj', 'Cpf']

/** Who provided the service, as the national form, ABRASF 1 and 2 and the form of São Paulo name it. */
function issuerOf(note: XmlElement): string {
  for (const name of ['emit', 'PrestadorServico', 'Prestador', 'CPFCNPJPrestador', 'prest']) {
    const found = said(elementsNamed(note, name)[0], documentNames)
    if (found) return found
  }
  return ''
}

const amountNames = ['vServ', 'ValorServicos', 'ValorServico', 'vLiq', 'ValorLiquidoNfse']
const dayNames = ['dhProc', 'DataEmissao', 'DataEmissaoNFe', 'dhEmi', 'dCompet', 'Competencia']

/**
 * Reads the XML of an NFS-e: the national form (its key and number, `infNFSe`), ABRASF 1 and 2 (`InfNfse`) and the form
 * of São Paulo (`NFe` with `ChaveNFe`). Null where the text is none of them, or holds several.
 */
export function readInvoiceXml(text: string): InvoiceXml | null {
  const root = readable(text)
  const notes = root
    ? [
        ...elementsNamed(root, 'infNFSe'),
        ...elementsNamed(root, 'InfNfse'),
        ...elementsNamed(root, 'NFe').filter((note) => elementsNamed(note, 'ChaveNFe').length > 0),
      ]
    : []
  const [note] = notes
  if (notes.length !== 1 || !note) return null
  const key = /\bId\s*=\s*["']\s*(?:NFS)?([0-9A-Z]{50})\s*["']/i.exec(note.attributes)?.[1]
  const number = key ?? (xmlTextAt(note, 'nNFSe') || xmlTextAt(note, 'Numero') || xmlTextAt(note, 'ChaveNFe/NumeroNFe'))
  if (number === '') return null
  const amount = said(note, amountNames)
  const day = said(note, dayNames).slice(0, 10)
  const document = issuerOf(note)
    .replaceAll(/[\s./-]/g, '')
    .toUpperCase()
  return {
    number: normalizeInvoice(number),
    document: document === '' ? null : document,
    amount: /^\d{1,13}(?:\.\d{1,4})?$/.test(amount) ? roundMoney(amount) : null,
    issuedOn: isDay(day) ? day : null,
  }
}

function readable(text: string): XmlElement | null {
  try {
    return readXml(text)
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}
