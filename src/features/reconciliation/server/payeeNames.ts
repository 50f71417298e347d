/** Words without accents in capitals; what is no letter or digit parts them. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .match(/[A-Z]+|\d+/g) ?? []

const list = (words: string) => new Set(words.split(' '))
const particles = list('DA DE DO DAS DOS DI DEL E Y LA LAS LOS')
const companyForms = list('LTDA ME EIRELI SA S EPP MEI CIA INC LLC LTD SL SRL LIMITADA')
/** What banks write beside a name. */
const bankWords = list(
  'PIX TED DOC TEF TRANSF TRANSFERENCIA TRANSFERENCIAS TRANSFER TRANSFERENCE ENVIADO ENVIADA ENVIO ENVIAR SENT OUT OUTGOING RECEBIDO RECEBIDA RECEIVED IN PAGTO PAGAMENTO PAGAMENTOS PAGO PAGA PGTO PAG PAYMENT PAYMENTS PAID PAGADO PAGO DEB DEBITO DEBIT CRED CREDITO CREDIT CR DB EMIT EMITIDO EMITIDA OUTRA OUTRO IF MESMA TIT TITULAR TITULARIDADE FAV FAVORECIDO FAVORECIDOS FAVORECIDA DEST DESTINATARIO PARA PARA TO POR BY VIA PELO PELA NO NA EM CTA CONTA CC CP AG AGENCIA BANCO BANK BCO INTERNET MOBILE APP QR QRCODE CODE DINAMICO ESTATICO CHAVE SISPAG FORNECEDORES FORNEC FORNECEDOR LOTE BATCH QTD REF REFERENCIA REFERENCE NR NUM DOCTO DOCUMENTO CPF CNPJ DEVOLUCAO DEVOLVIDO DEVOLVIDA DEV DEVOL ESTORNO ESTORNADO RETURN RETURNED REFUND REVERSAL DEVOLUCION BRL USD EUR R HORA DATA DIVERSOS FOLHA SALARIO SPB STR CIP TR TRF LIQ LIQUIDACAO',
)
/** A movement that is surely no payee's: fees, taxes, interest, invested money. */
const otherWords =
  /\b(?:TARIFA|TAR|FEE|FEES|CHARGE|CHARGES|JUROS|INTEREST|IOF|IRRF|IMPOSTO|TAX|CESTA|ANUIDADE|RENDIMENTO|APLICACAO|RESGATE|SEGURO|COMISION|DEPOSITO|DEPOSIT|CHEQUE|BOLETO|CARTAO|CARD|SALDO|MENSALIDADE|PACOTE)\b/
const returnWords = /\b(?:DEVOL\w*|DEV|ESTORN\w*|RETURN\w*|REFUND\w*|REVERS\w*|REJEIT\w*)\b/

const inCapitals = (text: string) => wordsOf(text).join(' ')

/** Whether a text says that the movement is a fee, tax or the like. */
export const isOtherMovement = (text: string): boolean => otherWords.test(inCapitals(text))
/** Whether a text says that money came back. */
export const isReturnText = (text: string): boolean => returnWords.test(inCapitals(text))

/** The words of a bank's text that may be a name: no numbers, none of the bank's own. */
export const nameWords = (text: string): readonly string[] =>
  wordsOf(text).filter(
    (word) => /[A-Z]/.test(word) && !bankWords.has(word) && !particles.has(word) && !companyForms.has(word),
  )

/** A text by its names alone: what a person said of it is remembered by this. */
export const nameKey = (text: string): string =>
  nameWords(text)
    .filter((word) => word.length > 1)
    .join(' ')

/** Whether two words can be the same one, cut short by the bank or by us. */
const isSameWord = (one: string, other: string) =>
  one === other || (Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one)))

/**
 * How well a bank's text names a payee, whose middle names may be left out, initials or cut short. `likely`: the first
 * name and another, or all there is. `possible`: one word of it and no other name. Null where it names somebody else or
 * nobody.
 */
export function namedAs(text: string, payee: string): 'likely' | 'possible' | null {
  const own = nameWords(payee)
  const left = [...own]
  let [whole, initials] = [0, 0]
  const others: string[] = []
  for (const word of nameWords(text)) {
    const place = left.findIndex((each) => (word.length === 1 ? each.startsWith(word) : isSameWord(each, word)))
    if (place < 0) {
      if (word.length > 2) others.push(word)
      continue
    }
    left.splice(place, 1)
    if (word.length === 1) initials += 1
    else whole += 1
  }
  const hasFirst = own.length > 0 && !left.includes(own[0]!)
  if (whole === 0 || (others.length > 0 && !hasFirst)) return null
  if (own.length === 1 || (whole + initials >= 2 && others.length <= whole)) return 'likely'
  return others.length === 0 && hasFirst ? 'possible' : null
}
