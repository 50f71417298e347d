import { type RawBuilder, sql } from 'kysely'
import { columnsNeeded } from '../reportColumns.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import type { ReportReader } from '../reportReader.ts'
import { commonTables } from './commonTables.ts'
import { factJoins } from './dimensions.ts'
import { amountsOfEntries } from './entrySource.ts'
import { factScope } from './readerScope.ts'
import { filterConditions, neededDimensions, wideConditions } from './sourceParts.ts'
import { partnerFacts } from './sources.ts'
import { fitsAffiliateTotals, distinguishesProducts } from './wideSource.ts'

/** On which days a question has amounts in which currencies. */
export interface AmountDays {
  /** The tables that stand before the select. */
  readonly tables: readonly RawBuilder<unknown>[]
  /** `currency, day`; the same ones may come more than once. */
  readonly select: RawBuilder<unknown>
}

/** The days and brands of what is added up of movement and commission. */
function factDays(question: ReportRequest, reader: ReportReader): RawBuilder<unknown>[] {
  const asWide = fitsAffiliateTotals(question) && !distinguishesProducts(question)
  const conditions = [...(asWide ? wideConditions(question) : filterConditions(question)), factScope(reader, 'fact')]
  return (asWide ? ['movement_wide', 'commission_wide'] : ['movement', 'commission']).map(
    (table) => sql`select fact.brand, fact.day from ${sql.table(table)} fact ${factJoins(neededDimensions(question))}
      where ${sql.join(conditions, sql` and `)}`,
  )
}

/** Which amounts a question adds up, whatever its rows stand for: those by which it needs rates, and no others. */
export function amountDays(asked: ReportRequest, reader: ReportReader): AmountDays {
  const question = { ...asked, rows: [], convertedTo: undefined }
  const tables = commonTables(question, reader)
  if (asked.report.source === 'entries') {
    const selects = amountsOfEntries({ question, reader }).map(
      ({ from, joins, where }) => sql`select fact.currency, fact.day from ${from} fact ${joins} where ${where}`,
    )
    return { tables, select: sql.join(selects, sql` union `) }
  }
  const { stored } = columnsNeeded(asked.measures)
  const partners = partnerFacts({ question: { ...question, rows: asked.rows }, reader, stored })
  const facts = sql`select book.currency, moved.day
    from (${sql.join(factDays(question, reader), sql` union `)}) moved
    join currency_book book on moved.brand = any(book.brands)`
  return {
    tables,
    select: partners
      ? sql`${facts} union select fact.currency, fact.day from ${partners.from} fact where ${partners.where}`
      : facts,
  }
}
