/**
 * What every locale must say. The shapes follow from the declarations, so a label that is missing anywhere is a compile
 * error.
 */
import type { choices } from '#resources/choicesByName.ts'
import type { Resources } from '#resources/index.ts'
import type { HintedEntry, menu, MenuEntryName, MenuTitle } from '#resources/menu.ts'
import type { Reports } from '#resources/reports/index.ts'
import type { transitions } from '#resources/transitions.ts'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { FieldMap } from '#engine/declaration/fields/index.ts'
import type { ReportDimension, ReportFilter, ReportProduct } from '#engine/declaration/report.ts'
import type { EventName, MeasureName } from '#engine/declaration/names.ts'

type ConfirmationOf<F extends FieldMap> = {
  [Name in keyof F]: F[Name] extends { confirmedBy: infer Confirmation extends string } ? Confirmation : never
}[keyof F]
/** Fields that say beside what they are called. */
type Called<F extends FieldMap> = { [Name in keyof F]: F[Name] extends { label: object } ? Name : never }[keyof F]
/** Sections that say it. */
type SectionsOf<R> = R extends { sections?: infer Labels } ? (string extends keyof Labels ? object : Labels) : object
type RowFieldOf<F extends FieldMap> = { [Name in keyof F]: F[Name] extends { kind: 'list' } ? Name : never }[keyof F]
type RowLabels<F extends FieldMap> = {
  [Name in RowFieldOf<F>]: F[Name] extends { items: infer Items } ? { [Item in keyof Items]: string } : never
}

type ResourceLabels<R extends { fields: FieldMap; form: object; actions: object }> = {
  /** One and many: `Affiliate |||| Affiliates`. */
  name: string
  /** Shown on the empty list: what belongs here. */
  empty: string
  fields: { [Name in (Exclude<keyof R['fields'], Called<R['fields']>> | ConfirmationOf<R['fields']>) & string]: string }
  sections: { [Name in Exclude<keyof R['form'], keyof SectionsOf<R>>]: string }
  /** Above what the form leaves out at first, where it is not just more. */
  more?: string
  /** The titles under which further sections are offered. */
  under?: Readonly<Record<string, string>>
  /** A line of help below an input, where a label is not enough. */
  help?: { [Name in keyof R['fields']]?: string }
  /** Of the record's page, as it is declared; `npm run check-config` says what is missing. */
  figures?: Readonly<Record<string, string>>
  tabs?: Readonly<Record<string, string>>
} & (RowFieldOf<R['fields']> extends never ? object : { items: RowLabels<R['fields']> }) &
  (keyof R['actions'] extends never
    ? object
    : {
        actions: { [Name in keyof R['actions']]: string }
        /** Said once it is done. */ done: { [Name in keyof R['actions']]: string }
      })

/** Labels of every resource, its fields, sections and actions. */
export type ResourceMessages = { [Name in keyof Resources]: ResourceLabels<Resources[Name]> }

type AllChoices = typeof choices
/** Labels of every value of every closed list. */
export type ChoiceMessages = {
  [Name in keyof AllChoices as AllChoices[Name] extends { label: object } ? never : Name]: {
    [Value in AllChoices[Name]['values'][number]]: string
  }
}

type AllTransitions = typeof transitions
/** Labels of every decision: of its button, said once it is done, and what its dialog says. */
export type TransitionMessages = {
  [Resource in keyof AllTransitions]: {
    [Name in keyof AllTransitions[Resource]['transitions']]: {
      label: string
      done: string
      text?: string
      /** Of inputs that fill no field. */
      inputs?: Readonly<Record<string, string>>
    }
  }
}

/** Messages of every error, by code. */
export type ErrorMessages = { [Code in ErrorCode]: string }

/** Labels of the navigation. */
export type MenuMessages = {
  groups: { [Group in keyof typeof menu]: string }
  titles: { [Title in MenuTitle]: string }
  entries: { [Entry in MenuEntryName]: string }
  hints: { [Entry in HintedEntry]: string }
}

/** Labels of reports and of what they are made of: their names, rows, filters, products, events and measures. */
export type ReportMessages = {
  reports: { [Name in keyof Reports]: { name: string; empty: string } }
  dimensions: { [Name in ReportDimension]: string }
  filters: { [Name in ReportFilter]: string }
  products: { [Name in ReportProduct | 'cpa' | 'none']: string }
  /** One and many: `Bet |||| Bets`. */
  events: { [Name in EventName]: string }
  measures: { [Name in MeasureName]: string }
}

/** Fields that every record has. */
export type SystemMessages = {
  id: string
  version: string
  createdAt: string
  updatedAt: string
  externalId: string
  suspended: string
}
