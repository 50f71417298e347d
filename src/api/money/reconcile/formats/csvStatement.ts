import { parse } from 'csv-parse/sync'
import type { StatementState } from '../../../../config/answers/reconciliation.ts'
import { readAmounts, readDays, type SignedAmount } from './bankValues.ts'
import { linesMax, type ReadStatement, referenceLengthMax, referenceOf, refuse } from './statementLine.ts'

/** The words of statements for each state, in Portuguese, English and Spanish, without accents. */
const stateWords: Readonly<Record<StatementState, string>> = {
  accepted:
    'accepted pending processing scheduled aceito pendente processando agendado em_processamento aceptado procesando programado en_proceso',
  settled:
    'settled paid completed confirmed done liquidado pago paga efetivado efetuado concluido confirmado realizado pagado pagada completado efectuado ejecutado abonado',
  rejected:
    'rejected refused failed cancelled canceled rejeitado recusado falhou cancelado nao_efetuado rechazado rechazada fallido anulado denegado',
  returned: 'returned reversed refunded devolvido estornado estorno devolucao devuelto devuelta reembolsado reversado',
}
const stateOfWord = new Map(
  Object.entries(stateWords).flatMap(([state, words]) =>
    words.split(' ').map((word) => [word.replaceAll('_', ' '), state as StatementState] as const),
  ),
)

/** The names a column may have; the first of a file that fits counts most. */
const columnNames = {
  reference: [
    'id,reference,referencia,ref,id_do_pagamento,id_da_transacao,id_transacao,id_de_la_transaccion,identificador,transaction_id,payment_id,txid,end_to_end,endtoend,e2e,end_to_end_id,codigo',
    'documento,doc,n_documento,numero_do_documento,numero_documento,num_documento,no_documento,seu_numero,nosso_numero,numero,number,document,check_number,comprobante,n_operacion,numero_de_operacion',
    'descricao,historico,description,memo,details,detalhe,lancamento,descripcion,concepto,detalle,narrative',
  ],
  amount: ['amount,value,valor,valor_r$,valor_(r$),importe,monto,cantidad,quantia,valor_pago,montante'],
  debit: ['debit,debito,debitos,saida,saidas,withdrawal,withdrawals,paid_out,money_out,cargo,cargos,debe,retiro'],
  credit: ['credit,credito,creditos,entrada,entradas,deposit,deposits,paid_in,money_in,abono,abonos,haber'],
  day: [
    'date,day,data,dia,fecha,data_pagamento,data_do_pagamento,data_lancamento,data_do_lancamento,data_mov,data_movimento,fecha_operacion,fecha_de_pago,payment_date,posting_date,booking_date,transaction_date,fecha_valor,data_valor,value_date',
  ],
  state: ['status,state,situacao,estado,situacion,resultado'],
  sign: ['d/c,c/d,dc,debito/credito,credito/debito,tipo,type,natureza,sinal,dr/cr,cargo/abono,signo'],
  currency: ['currency,moeda,moneda,divisa'],
} as const
type Column = keyof typeof columnNames
const signWords: Readonly<Record<string, 'D' | 'C'>> = Object.fromEntries([
  ...'d debit debito dr cargo saida salida -'.split(' ').map((word) => [word, 'D'] as const),
  ...'c credit credito cr abono entrada +'.split(' ').map((word) => [word, 'C'] as const),
])
const englishWords = new Set('date day amount value status reference debit credit payment_date posting_date'.split(' '))
/** Rows that are no movement, by how a cell of theirs begins. */
const noMovement = /^(?:saldo|s a l d o|balance|opening balance|closing balance|total|totais|totales)\b/
const headWithin = 40

/** Small letters without accents, spaces as lines. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[.:º°ª]/g, '')
    .trim()
const nameOf = (text: string) => plain(text).replace(/[\s-]+/g, '_')

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}
type Columns = Readonly<Record<Column, readonly number[]>>

function columnsIn(cells: readonly string[]): Columns {
  const names = cells.map(nameOf)
  const places = (wanted: readonly string[]) =>
    wanted
      .flatMap((list) => list.split(','))
      .flatMap((name) => names.flatMap((each, place) => (each === name ? [place] : [])))
  return Object.fromEntries(
    Object.entries(columnNames).map(([column, wanted]) => [column, places(wanted)]),
  ) as unknown as Columns
}
const isHead = ({ reference, amount, debit, credit, day }: Columns) =>
  reference.length > 0 && day.length > 0 && (amount.length > 0 || (debit.length > 0 && credit.length > 0))

function rowsOf(text: string, delimiter: string): Row[] {
  try {
    const read = parse(text, {
      bom: true,
      delimiter,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return read.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    return refuse((error as { lines?: number }).lines ?? 1, 'quotes')
  }
}

interface Table {
  readonly columns: Columns
  readonly names: readonly string[]
  readonly rows: readonly Row[]
  readonly before: readonly Row[]
}

function tableIn(text: string): Table {
  const begin = text.split(/\r?\n/, headWithin).join('\n')
  let failure: unknown
  for (const delimiter of [';', ',', '\t', '|']) {
    if (!begin.includes(delimiter)) continue
    try {
      const rows = rowsOf(text, delimiter)
      const place = rows.slice(0, headWithin).findIndex(({ cells }) => isHead(columnsIn(cells)))
      if (place < 0) continue
      const { cells } = rows[place]!
      return {
        columns: columnsIn(cells),
        names: cells.map(nameOf),
        rows: rows.slice(place + 1),
        before: rows.slice(0, place),
      }
    } catch (error) {
      failure = error
    }
  }
  if (failure !== undefined) throw failure
  return refuse(1, 'header')
}

/** Where there is no status: what left is settled, and what came back under a payment's name is its return. */
function statesOf(
  rows: readonly Row[],
  amounts: readonly SignedAmount[],
  { state, sign, debit }: Columns,
): StatementState[] {
  if (state.length > 0)
    return rows.map(({ line, cells }) => {
      const text = state.map((place) => cells[place] ?? '').find((value) => value !== '') ?? ''
      return stateOfWord.get(plain(text).replace(/\s+/g, ' ')) ?? refuse(line, 'state', text)
    })
  const isSigned = debit.length > 0 || amounts.some(({ isMinus, isMarked }) => isMinus || isMarked)
  if (!isSigned && sign.length === 0) refuse(rows[0]?.line ?? 1, 'sign')
  return rows.map(({ line, cells }, index) => {
    const text = sign.map((place) => cells[place] ?? '').find((value) => value !== '') ?? ''
    const word = signWords[plain(text)]
    if (!isSigned && !word) refuse(line, 'state', text)
    const isOut = isSigned ? amounts[index]!.isMinus : word === 'D'
    return isOut ? 'settled' : 'returned'
  })
}

function amountsOf(rows: readonly Row[], { amount, debit, credit }: Columns): SignedAmount[] {
  const cell = ({ cells }: Row, places: readonly number[]) =>
    places.map((place) => cells[place] ?? '').find((value) => value !== '') ?? ''
  if (amount.length > 0) return readAmounts(rows.map((row) => ({ line: row.line, text: cell(row, amount) })))
  const isNothing = (text: string) => text === '' || /^[-\s]*0*([.,]0+)?$/.test(text)
  const read = readAmounts(
    rows.map((row) => {
      const out = cell(row, debit)
      return { line: row.line, text: isNothing(out) ? cell(row, credit) : out }
    }),
  )
  return read.map((each, index) => ({ ...each, isMinus: !isNothing(cell(rows[index]!, debit)) }))
}

/**
 * Reads CSV as banks write it: a head among the first lines in Portuguese, English or Spanish, separated by semicolon,
 * comma, tab or line, columns in any order, others beside them.
 * @throws ApiError `invalid_statement` naming the line and what is wrong with it
 */
export function readCsvStatement(text: string): ReadStatement {
  const { columns, names, rows: all, before } = tableIn(text)
  const dayOf = ({ cells }: Row) => columns.day.map((place) => cells[place] ?? '').find((value) => value !== '') ?? ''
  const isMovement = (row: Row) => {
    const isBalance = row.cells.some((cell) => noMovement.test(plain(cell)))
    const hasState = columns.state.some((place) => (row.cells[place] ?? '') !== '')
    const says = [...columns.day, ...columns.amount, ...columns.debit, ...columns.credit]
    return (!isBalance || hasState) && says.some((place) => (row.cells[place] ?? '') !== '')
  }
  const rows = all.filter(isMovement)
  if (rows.length > linesMax) refuse(rows[linesMax]!.line, 'too_long')
  const isEnglish = names.some((name) => englishWords.has(name))
  const days = readDays(
    rows.map((row) => ({ line: row.line, text: dayOf(row) })),
    isEnglish ? null : 'day_first',
  )
  const amounts = amountsOf(rows, columns)
  const states = statesOf(rows, amounts, columns)
  const lines = rows.map(({ line, cells }, index) => {
    const currency = columns.currency
      .map((place) => (cells[place] ?? '').toUpperCase())
      .find((value) => /^[A-Z]{3}$/.test(value))
    const given = columns.reference.map((place) => cells[place] ?? '')
    if ((given.find((value) => value !== '') ?? '').length > referenceLengthMax) refuse(line, 'reference')
    const { amount } = amounts[index]!
    return {
      line,
      ...referenceOf(line, given),
      amount,
      day: days[index]!,
      state: states[index]!,
      ...(currency ? { currency } : {}),
    }
  })
  const others = [...before, ...all.filter((row) => !isMovement(row))]
  return {
    lines,
    skipped: others.map(({ line, cells }) => ({ line, text: cells.filter(Boolean).join(' · ').slice(0, 100) })),
  }
}
