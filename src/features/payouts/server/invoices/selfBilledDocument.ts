import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { type FileTexts, textsFor } from '#engine/export/server/texts.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { Attachment } from '#engine/server/http/attachment.ts'
import type { Day } from '#engine/values/calendar.ts'
import { decimalsOf } from '#engine/values/currencies.ts'
import { Decimal, type Money } from '#engine/values/money.ts'
import { formatDay } from '#engine/values/shownTime.ts'
import { escapeMarkup } from '#engine/values/markup.ts'

interface SelfBilled {
  readonly number: string
  readonly issuedOn: Day
  readonly company: string
  readonly payee: string
  readonly document: string | null
  readonly country: string | null
  readonly language: string | null
  readonly currency: string
  readonly value: Money
  readonly firstDay: Day | null
  readonly lastDay: Day | null
  readonly withheld: readonly { readonly tax: string; readonly value: string }[]
}

const look = `@page{size:A4;margin:20mm}body{font:14px/1.5 system-ui,sans-serif;max-width:700px;margin:32px auto;padding:0 16px}
h1{font-size:22px}table{width:100%;border-collapse:collapse;margin:16px 0}th{text-align:left;font-weight:400}
td{text-align:right}th,td{padding:6px 0;border-bottom:1px solid #ccc;vertical-align:top}tr:last-child>*{font-weight:700}`

/** The page: whose invoice it is, to whom, for what, what was kept back, and what was paid. */
function pageOf(said: SelfBilled, { language, translate, csv }: FileTexts): string {
  const say = (name: string, values: Readonly<Record<string, string>> = {}) =>
    translate(`moneyPages.selfBilled.${name}`, values)
  const amount = (value: string | Decimal) => {
    const text = new Decimal(value).toFixed(decimalsOf(said.currency))
    return `${said.currency} ${text.replace('.', csv.decimalSign ?? '.')}`
  }
  const net = said.withheld.reduce((left, { value }) => left.minus(value), new Decimal(said.value))
  const days = said.firstDay && said.lastDay ? `${formatDay(said.firstDay)} – ${formatDay(said.lastDay)}` : ''
  const issuer = [said.payee, said.document, said.country].filter(Boolean).join(', ')
  const rows = (lines: readonly (readonly [string, string])[]) =>
    lines
      .map(([label, text]) => `<tr><th scope="row">${escapeMarkup(label)}</th><td>${escapeMarkup(text)}</td></tr>`)
      .join('\n')
  const [head, sums] = [
    rows([
      [say('number'), said.number],
      [say('issuedOn'), formatDay(said.issuedOn)],
      [say('issuer'), issuer],
      [say('customer'), said.company],
    ]),
    rows([
      [say('commission', { days }), amount(said.value)],
      ...said.withheld.map(
        ({ tax, value }) => [translate(`moneyPages.statement.taxes.${tax}`), `-${amount(value)}`] as const,
      ),
      [say('net'), amount(net)],
    ]),
  ]
  return `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><title>${escapeMarkup(`${say('title')} ${said.number}`)}</title>
<style>${look}</style>
<h1>${escapeMarkup(say('title'))}</h1>
<table>${head}</table>
<table>${sums}</table>
<p>${escapeMarkup(say('note', { company: said.company, payee: said.payee }))}</p>
</html>
`
}

/**
 * The invoice that a company wrote in the name of its payee for a payment, as a page to be printed, in the payee's
 * language.
 * @throws ApiError `not_found` where this person does not see the payment, or it has no such invoice
 */
export async function selfBilledDocument(db: Kysely<any>, actor: Actor, payment: number): Promise<Attachment> {
  const found = await firstRow(
    db,
    sql<SelfBilled>`select invoice.number, invoice.issued_on::text as "issuedOn", company.name as company,
        owner.name as payee, coalesce(owner.document, owner.tax_number) as document, owner.country, owner.language,
        payment.currency, payment.value, entries."firstDay", entries."lastDay",
        (select coalesce(json_agg(json_build_object('tax', kept.tax, 'value', kept.value::text) order by kept.tax), '[]')
          from payment_withheld kept where kept.payment = payment.id) as withheld
      from payment join invoice on invoice.payment = payment.id and invoice.is_self_billed
      join (select 'affiliate' as kind, id, name, company, document, tax_number, country, language from affiliate
        union all select 'partner', id, name, company, document, tax_number, country, language from partner) owner
        on owner.kind = invoice.owner_kind and owner.id = invoice.owner
      join company on company.id = owner.company
      cross join lateral (select min(entry.day)::text as "firstDay", max(entry.day)::text as "lastDay"
        from payment_entry paid join entry on entry.id = paid.entry where paid.payment = payment.id) entries
      where payment.id = ${payment}::bigint
        and ${scopeCondition({ actor, resource: resources.payment, alias: 'payment' })}`,
  )
  if (!found) throw new ApiError('not_found')
  return { name: `${found.number}.html`, content: Buffer.from(pageOf(found, textsFor(found.language))) }
}
