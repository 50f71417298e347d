import type { AdjustmentCause } from '#features/commission/answers/periods.ts'
import type {
  PaidElsewhere,
  Statement,
  StatementAdjustment,
  StatementDocument,
  StatementPayment,
  StatementTax,
} from '../answers/statement.ts'
import { decimalsOf } from '#engine/values/currencies.ts'
import { type Money, sumMoney } from '#engine/values/money.ts'
import { formatDay } from '#engine/values/shownTime.ts'
import type { CellKind, CellValue, ExportColumn } from '#engine/values/spreadsheet/cells.ts'
import type { FileTexts } from '#engine/export/server/texts.ts'
import type { Sheet } from '#engine/export/server/workbook.ts'
import type { StatementOwner } from './readStatement.ts'

type Cells = readonly CellValue[]
/** Why what came later was adjusted, by entry. */
export type Causes = ReadonlyMap<number, readonly AdjustmentCause[]>

const words = 'moneyPages.statement'
const money = (value: number): Money => value.toFixed(2)

/** Sums of amounts that have the same names, in the order in which these first came. */
function summed(rows: readonly { readonly names: Cells; readonly value: number }[]): Cells[] {
  const groups = Map.groupBy(rows, ({ names }) => JSON.stringify(names))
  return [...groups.values()].map((some) => [
    ...some[0]!.names,
    Number(sumMoney(some.map(({ value }) => money(value)))),
  ])
}

function byBrand({ lines }: Statement, { translate }: FileTexts): Cells[] {
  return summed(
    lines.flatMap(({ brands, value }) =>
      brands.length === 0
        ? [{ names: [translate(`${words}.noBrand`)], value }]
        : brands.map((brand) => ({ names: [brand.name], value: brand.value })),
    ),
  )
}

/** What was paid for: a product, or what partners or referred affiliates earned. */
function productText(product: string, { translate }: FileTexts): string {
  if (product === 'referral') return translate('choices.entryKind.referral')
  return translate(product === 'partner' ? 'dimensions.partner' : `products.${product}`)
}

function byDeal({ lines }: Statement, texts: FileTexts): Cells[] {
  return summed(
    lines.flatMap(({ products }) =>
      products.map(({ product, deal, rate, amount }) => ({
        names: [productText(product, texts), deal, ...(product === 'cpa' ? [null, rate] : [rate, null])],
        value: amount,
      })),
    ),
  ).filter((row) => row.at(-1) !== 0)
}

/** What somebody wrote, else what came later by its causes, as far as they are known, else why it was posted. */
function causeOf({ entry, cause, reason, sourceDay }: StatementAdjustment, causes: Causes, texts: FileTexts): string {
  const { translate } = texts
  const behind = (causes.get(entry) ?? []).filter((each) => each !== 'lateActivity')
  const posted =
    cause === 'late_activity' && behind.length > 0
      ? behind.map((each) => translate(`panels.period.causes.${each}`)).join(' + ')
      : translate(`resourcePages.entries.reasons.${cause}`, { _: cause })
  return [reason ?? posted, ...(sourceDay ? [formatDay(sourceDay)] : [])].join(', ')
}

const taxText = ({ tax, rate, base, before }: StatementTax, currency: string, { translate }: FileTexts) =>
  translate(`${words}.${before > 0 ? 'taxOfMonth' : 'tax'}`, {
    tax: translate(`${words}.taxes.${tax}`),
    rate,
    base: base.toFixed(decimalsOf(currency)),
    before: before.toFixed(decimalsOf(currency)),
  })

/** What the bank calls a payment, and its invoice. */
function paidWith({ reference, invoice }: Pick<StatementPayment, 'reference' | 'invoice'>, { translate }: FileTexts) {
  const said = [reference, invoice && translate(`${words}.invoice`, { number: invoice })].filter(Boolean)
  return said.length === 0 ? null : said.join(', ')
}

/** Everything that moved what is owed, in order, with what it came to. */
function movements(statement: Statement, causes: Causes, texts: FileTexts): Cells[] {
  const say = (name: string) => texts.translate(`panels.statement.${name}`)
  const rows = [
    ...statement.lines.map(({ day, value, brands }) => ({
      day,
      cells: [say('earned'), brands.map(({ name }) => name).join(', ')],
      value,
    })),
    ...statement.adjustments.map((each) => ({
      day: each.day,
      cells: [say('adjusted'), causeOf(each, causes, texts)],
      value: each.value,
    })),
    ...statement.payments.flatMap(({ day, value, withheld, ...payment }) => [
      ...withheld.map((kept) => ({
        day,
        cells: [say('withheld'), taxText(kept, statement.currency, texts)],
        value: -kept.value,
      })),
      { day, cells: [say('paid'), paidWith(payment, texts)], value: -value },
    ]),
  ].toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  let balance = money(statement.opening)
  return rows.map(({ day, cells, value }) => {
    balance = sumMoney([balance, money(value)])
    return [day, ...cells, value, Number(balance)]
  })
}

/** A statement in words, in one language. */
export function documentOf(
  statement: Statement,
  {
    owner,
    elsewhere,
    causes,
    texts,
  }: { owner: StatementOwner; elsewhere: readonly PaidElsewhere[]; causes: Causes; texts: FileTexts },
): StatementDocument {
  const { translate, language } = texts
  const { from, to, currency } = statement
  const columns = (of: Readonly<Record<string, CellKind>>): ExportColumn[] =>
    Object.entries(of).map(([name, kind]) => ({ label: translate(`${words}.columns.${name}`), kind, currency }))
  const sums = (['opening', 'earned', 'adjusted', 'withheld', 'paid', 'closing'] as const).map((name) => ({
    label: translate(`panels.statement.${name}`),
    value: name === 'withheld' || name === 'paid' ? 0 - statement[name] : statement[name],
  }))
  const fact = (name: string, text: string) => ({ label: translate(`${words}.${name}`), text })
  const kind = translate(`resources.${statement.owner.kind}.name`)
  return {
    language,
    title: translate('panels.statement.title'),
    currency,
    facts: [
      { label: kind, text: `${statement.owner.name} (${statement.owner.id})` },
      ...(owner.company === null ? [] : [{ label: translate('resources.company.name'), text: owner.company }]),
      fact('period', `${formatDay(from)} – ${formatDay(to)}`),
      { label: translate('panels.statement.currency'), text: currency },
    ],
    sums,
    tables: [
      {
        title: translate(`${words}.byBrand`),
        columns: columns({ brand: 'text', earned: 'money' }),
        rows: byBrand(statement, texts),
      },
      {
        title: translate(`${words}.byDeal`),
        columns: columns({ product: 'text', deal: 'text', rate: 'percent', each: 'money', earned: 'money' }),
        rows: byDeal(statement, texts),
      },
      {
        title: translate(`${words}.movements`),
        columns: columns({ day: 'date', what: 'text', detail: 'text', amount: 'money', balance: 'money' }),
        rows: movements(statement, causes, texts),
      },
      ...(elsewhere.length === 0
        ? []
        : [
            {
              title: translate(`${words}.elsewhere`),
              columns: columns({ day: 'date', what: 'text', detail: 'text', amount: 'money' }),
              rows: elsewhere.map(({ day, state, value, ...by }) => [
                day,
                translate(`choices.pastPaymentState.${state}`),
                [by.method, by.reference].filter(Boolean).join(', ') || null,
                value,
              ]),
            },
          ]),
    ],
  }
}

/** The sheets of a statement's workbook: what it comes to, and each table. */
export function sheetsOf({ title, currency, facts: [owner, ...facts], sums, tables }: StatementDocument): Sheet[] {
  const summary: Sheet = {
    name: title,
    columns: [
      { label: owner!.label, kind: 'text' },
      { label: owner!.text, kind: 'money', currency },
    ],
    rows: [[...facts.map(({ label, text }) => [label, text]), ...sums.map(({ label, value }) => [label, value])]],
  }
  return [summary, ...tables.map(({ title: name, columns, rows }) => ({ name, columns, rows: [rows] }))]
}
