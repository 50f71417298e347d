import { withoutUnseen } from '#engine/values/typedText.ts'
import type { StatementState } from '../../answers/reconciliation.ts'

/* What banks call columns, states and signs in CSV, in Portuguese, English and Spanish; read without accents. */

/** Small letters without accents and points, in one line. */
export const plain = (text: string): string =>
  withoutUnseen(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[.:º°ª]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** What a column says of its currency: `Débito (R$)`, `Importe EUR`. */
const ofCurrency = /\(?(?:\b(?:r|us|u|mx)?\$|€|£|\b(?:brl|usd|eur|gbp)\b)\)?/g

/** A name of a column as it is looked for: `Data Lançamento` as `data_lancamento`. */
export const nameOf = (text: string): string => {
  const given = plain(text)
  const bare = given.replace(ofCurrency, '').trim()
  return (bare === '' ? given : bare)
    .replace(/[\s_-]+/g, '_')
    .replace(/_+$/, '')
    .replace(/^vlr?_/, 'valor_')
}

/** The words of a list, divided by spaces or lines. */
const words = (list: string): readonly string[] => list.trim().split(/\s+/)

/** The names a column may have; of several columns that fit the first of a list counts most. */
export const columnNames = {
  reference: words(`
    id reference referencia ref id_do_pagamento id_da_transacao id_transacao id_de_la_transaccion id_transaccion
    id_de_transaccion id_del_pago id_pago identificador transaction_id payment_id txid end_to_end endtoend e2e
    end_to_end_id codigo codigo_da_transacao codigo_de_operacion reference_number ref_no payment_reference
    transaction_reference customer_reference bank_reference numero_de_referencia numero_referencia folio localizador
    seu_numero
  `),
  /** Numbers of the bank's own, as a rule; some banks put the payer's there. */
  number: words(`
    documento doc docto dcto n_documento n_doc nr_doc nr_documento num_doc num_documento numero_do_documento
    numero_documento no_documento nosso_numero numero number document document_number check_number cheque comprobante
    n_operacion numero_de_operacion numero_operacion referencia_1 referencia_2 reference_id nsu nro
  `),
  text: words(`
    descricao historico description transaction_description memo details transaction_details detalhe detalhes
    lancamento titulo descripcion concepto detalle detalles narrative narration particulars observaciones observacao
    observacoes complemento movimiento movimento historico_complementar favorecido nome_do_favorecido beneficiario
    nome_do_beneficiario beneficiary destinatario recebedor payee name nome razao_social contraparte counterparty
    titular origem/destino nombre
  `),
  amount: words(`
    amount value valor importe monto cantidad quantia valor_pago montante transaction_amount payment_amount
    amount_paid valor_da_transacao valor_transacao valor_do_pagamento valor_do_lancamento valor_lancamento
    importe_pagado monto_pagado importe_de_la_operacion importe_operacion
  `),
  debit: words(`
    debit debits debito debitos debit_amount valor_debito valor_debitado saida saidas salida salidas withdrawal
    withdrawals withdrawal_amount paid_out money_out cargo cargos importe_cargo debe retiro retiros egreso egresos
  `),
  credit: words(`
    credit credits credito creditos credit_amount valor_credito valor_creditado entrada entradas deposit deposits
    deposit_amount paid_in money_in abono abonos importe_abono haber deposito depositos ingreso ingresos
  `),
  state: words(`
    status state situacao estado situacion resultado payment_status transaction_status status_do_pagamento
    status_da_transacao situacao_do_pagamento situacao_da_transacao estado_del_pago estado_de_la_operacion
    estado_operacion
  `),
  sign: words(`
    d/c c/d dc cd d_c debito/credito credito/debito debit/credit credit/debit debit_credit credit_debit debito_credito
    deb_cred deb/cred tipo type tipo_de_lancamento tipo_lancamento tipo_de_movimento tipo_de_movimiento
    tipo_movimiento transaction_type natureza naturaleza sinal dr/cr cr/dr cargo/abono debe/haber signo
  `),
  currency: words('currency currency_code ccy moeda moneda divisa codigo_da_moeda'),
} as const

const isMoneyOf = (what: string) => {
  const isOf = new RegExp(`(?:^|_)(?:${what})s?(?:_|$)`)
  return (name: string) => isOf.test(name)
}
const [isOfDebit, isOfCredit] = [
  isMoneyOf('debit|debito|cargo|saida|salida|retiro|egreso|withdrawal|paid_out|money_out'),
  isMoneyOf('credit|credito|abono|entrada|ingreso|deposit|deposito|paid_in|money_in'),
]
const isOfBalance = isMoneyOf('saldo|balance|tarifa|taxa|fee|iof|imposto|tax|comissao')
const isOfAmount = isMoneyOf('valor|importe|monto|montante|amount|quantia')

/** What a column may be by a part of its name, where none has one of the names above. */
export const looseNames: Readonly<Partial<Record<keyof typeof columnNames, (name: string) => boolean>>> = {
  text: (name) =>
    /^(?:descri|histor|lancamento|movimenta|movimiento|transa|operac|concepto|detalh|detalle|complement|identifica|destin|favorecid|beneficiar|nombre|nome|narrat|tipo_(?:de_)?transac|transaction_type|payee|merchant)/.test(
      name,
    ) && !isOfAmount(name),
  amount: (name) =>
    !isOfBalance(name) &&
    isOfDebit(name) === isOfCredit(name) &&
    (isOfAmount(name) || (isOfDebit(name) && isOfCredit(name))),
  debit: (name) => isOfDebit(name) && !isOfCredit(name) && !isOfBalance(name),
  credit: (name) => isOfCredit(name) && !isOfDebit(name) && !isOfBalance(name),
}

/** A day: `data`, `Fecha de operación`, `F. Valor`, `Posting Date`, `Data_Mov`. */
const dayName = /^(?:(?:data|dt|fecha|f|date)(?:[_/].*)?|day|dia|.*_date)$/
/** Of several days the one on which the money counts stands behind that of the movement. */
const isOfValue = (name: string): boolean => /valor|value|balancete|contab/.test(name)

/** Which of the columns are days, the one of the movement first. */
export function dayPlaces(names: readonly string[]): number[] {
  const places = names.flatMap((name, place) => (dayName.test(name) ? [place] : []))
  return places.toSorted((one, other) => Number(isOfValue(names[one]!)) - Number(isOfValue(names[other]!)))
}

/** The words of statements for each state; what ends in -o may end in -a. */
const stateWords: Readonly<Record<Exclude<StatementState, 'unclear'>, string>> = {
  accepted: `
    accepted pending processing scheduled in_progress aceito pendente processando agendado em_processamento
    em_andamento pendiente aceptado procesando programado en_proceso en_curso
  `,
  settled: `
    settled paid completed complete confirmed done executed processed successful success liquidado pago paga efetivado
    efetuado concluido confirmado realizado executado processado sucesso com_sucesso exito con_exito finalizado
    compensado pagado completado efectuado ejecutado procesado abonado exitoso
  `,
  rejected: `
    rejected refused failed declined denied cancelled canceled rejeitado recusado falhou falha falhado cancelado
    negado nao_efetuado nao_efetivado nao_realizado rechazado fallido anulado denegado no_efectuado
  `,
  returned: `
    returned reversed refunded reverted devolvido estornado estorno devolucao revertido retornado devuelto reembolsado
    reversado devolucion
  `,
}
const stateOfWord = new Map(
  Object.entries(stateWords).flatMap(([state, list]) =>
    words(list).map((word) => [word.replaceAll('_', ' '), state as StatementState] as const),
  ),
)

/** The state a word stands for; undefined where we know none. */
export function stateOf(text: string): StatementState | undefined {
  const word = plain(text)
  return stateOfWord.get(word) ?? stateOfWord.get(word.replace(/a$/, 'o'))
}

const signWords: Readonly<Record<string, 'D' | 'C'>> = Object.fromEntries([
  ...words('d debit debito deb dr db cargo debe saida salida egreso withdrawal out outgoing enviado -').map(
    (word) => [word, 'D'] as const,
  ),
  ...words('c credit credito cred cr abono haber entrada ingreso deposit deposito in incoming recebido recibido +').map(
    (word) => [word, 'C'] as const,
  ),
])

/** Whether a word says that money left or came; undefined where we know none. */
export const signOf = (text: string): 'D' | 'C' | undefined => signWords[plain(text)]

const englishWords = new Set(words('date day amount value status reference debit credit payment_date posting_date'))

/** Is a head written in English, where the month may come before the day? */
export const isEnglishHead = (names: readonly string[]): boolean =>
  names.some((name) => englishWords.has(name) || name.endsWith('_date') || name.endsWith('_amount'))

const noMovement =
  /^[^a-z0-9]*(?:saldos?|sdo|s a l d o|(?:opening |closing |available |ledger |current |previous |running )?balance|sub ?total|total|totais|totales|soma|suma)\b/

/** Rows that are no movement, by how a cell of theirs begins. */
export const isBalance = (cells: readonly string[]): boolean => cells.some((cell) => noMovement.test(plain(cell)))
