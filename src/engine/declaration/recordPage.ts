import type { MeasureName } from './names.ts'

/**
 * The sum of a field of what refers to the record, a currency by itself: with `on` of the month so far, day by day;
 * without it of all there is. Without a field they are counted.
 */
export interface SumFigure {
  /** The resource that is added up, and its reference to the record; `rewardProfile.rewards` is that of what it names. */
  readonly of: string
  readonly by: string
  /** The money field that is added up; their number where nothing is said. */
  readonly sum?: string
  /** The field with the day of each. */
  readonly on?: string
  /** Which of them count: a field and its values. */
  readonly where?: Readonly<Record<string, readonly string[]>>
}

/** A measure of a report, of the month so far and day by day, narrowed to the record. */
export interface MeasureFigure {
  readonly measure: MeasureName
  readonly report: string
}

/** What the head of a record's page shows; `payout` is whether its owner can be paid, and what stands against it. */
export type HeadFigure = SumFigure | MeasureFigure | 'payout'

/** The tabs that are no list and no report. `form` is what a record's page is without a declaration. */
export const plainTabs = ['overview', 'history', 'form'] as const

/** The records of another resource that refer to this one. */
export interface ListTab {
  readonly list: string
  /** Their reference to it, or that of what they name: `rewardProfile.rewards`. */
  readonly by: string
  /** A field of theirs that can be copied from the head of the page, such as an address. */
  readonly copies?: string
}

/** A report about the record, by something it opens into. */
export interface ReportTab {
  readonly report: string
  readonly rows: string
  readonly measures: readonly string[]
}

/** What stands in a tab. */
export type PageTab = (typeof plainTabs)[number] | ListTab | ReportTab

/** The page of a record: figures on top of it, and tabs below. Without a declaration it is its form. */
export interface RecordPage {
  readonly head: Readonly<Record<string, HeadFigure>>
  readonly tabs: Readonly<Record<string, PageTab>>
  /** Tabs that stand in one, below each other, by its name; what led to one of them leads there. */
  readonly together?: Readonly<Record<string, readonly string[]>>
  /** Fields that stand beside the record's name, such as how somebody is reached. */
  readonly about?: readonly string[]
  /** Notes and versions stand in one line of time beside the overview, in place of notes in a tab. */
  readonly timeline?: true
  /** A new one can begin as a copy of it. */
  readonly copied?: true
}

/** Whether a figure is a measure of a report. */
export const isMeasureFigure = (figure: HeadFigure): figure is MeasureFigure =>
  typeof figure === 'object' && 'report' in figure

/** Whether a figure is a sum of records. */
export const isSumFigure = (figure: HeadFigure): figure is SumFigure => typeof figure === 'object' && 'of' in figure

/** Whether a tab is a list of records. */
export const isListTab = (tab: PageTab | 'notes'): tab is ListTab => typeof tab === 'object' && 'list' in tab

/** Whether a tab is a report. */
export const isReportTab = (tab: PageTab | 'notes'): tab is ReportTab => typeof tab === 'object' && 'report' in tab
