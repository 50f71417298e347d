import { sheetLabels, type Translate } from '#engine/declaration/derive/report/labels.ts'
import type { ReportFileRequest } from '#engine/declaration/derive/report/reportFile.ts'
import { type BrandFreshness, freshnessNotes } from '#features/activity/answers/freshness.ts'

/** After how many months the NGR of a cohort covered what CPA was paid for its players, as `GET /api/report/cohorts` answers it. */
export interface Payback {
  /** Its month, as 2030-05. */
  readonly cohort: string
  readonly currency: string
  /** Null where no CPA was paid, or it is not covered. */
  readonly months: number | null
}

/** What is known of an answer beside its rows. */
export interface AnswerNotes {
  /** The brand that is furthest behind first. */
  readonly freshness?: readonly BrandFreshness[] | undefined
  readonly payback?: readonly Payback[] | undefined
}

/** What a file says of an answer beside its rows: on the second sheet of a workbook, in further columns of a CSV file. */
export function fileNotes(
  { freshness = [], payback = [] }: AnswerNotes,
  translate: Translate,
  { isOfSeveral = false }: { isOfSeveral?: boolean } = {},
): Pick<ReportFileRequest, 'notes' | 'csvColumns'> {
  const { value } = sheetLabels(translate)
  const cohortText = (cohort: string) => value('cohort', { id: cohort, name: null })
  const label = translate('cohorts.paybackMonths')
  const paid = payback.filter(({ months }) => months !== null)
  const [first] = freshness
  return {
    notes: [
      ...freshnessNotes(freshness, translate),
      ...paid.map(
        ({ cohort, currency, months }, index) =>
          [index === 0 ? label : '', `${cohortText(cohort)} · ${currency}: ${months}`] as const,
      ),
    ],
    csvColumns: [
      ...(payback.length === 0
        ? []
        : [
            {
              key: 'payback_months',
              label,
              kind: 'number' as const,
              by: {
                columns: isOfSeveral ? ['currency', 'cohort'] : ['cohort'],
                values: paid.map(
                  ({ cohort, currency, months }) =>
                    [isOfSeveral ? `${currency} ${cohortText(cohort)}` : cohortText(cohort), months] as const,
                ),
              },
            },
          ]),
      // The one that is furthest behind comes first.
      ...(first
        ? [{ key: 'up_to', label: translate('freshness.upTo'), kind: 'date' as const, value: first.latest_day }]
        : []),
    ],
  }
}
