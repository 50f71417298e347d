import {
  type Report,
  reportDimensions,
  allFilters,
  cohortFilters,
  reportProducts,
  reportReaders,
  reportSources,
  reportTokens,
  reportViews,
} from '../report.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { featureShape } from './features.ts'
import { exactly, listOf, oneOf, type Shape, textLike } from './shapes.ts'
import { nameOneOf } from './suggest.ts'

/** Every column of a report there is: measures, the same for one product, what CPA earned. */
function reportMeasures({ measures }: Configuration): string[] {
  const byProduct = Object.keys(measures).filter((name) => measures[name]!.byProduct)
  return [
    ...Object.keys(measures),
    ...reportProducts.flatMap((product) => byProduct.map((name) => `${product}_${name}`)),
    'cpa_reward',
  ]
}

/** A report says what there is to say of it, and nothing else. */
export function reportShape(configuration: Configuration): Shape {
  const { roles } = configuration
  const measure = oneOf(reportMeasures(configuration), { code: 'C050', noun: 'measure' })
  const dimension = oneOf(reportDimensions, { noun: 'dimension' })
  return exactly(
    {
      name: textLike(/^[a-z][A-Za-z0-9]*$/, 'a name in camelCase'),
      path: textLike(),
      feature: featureShape(configuration),
      openTo: listOf(oneOf(reportReaders, { noun: 'reader' }), { min: 1 }),
      roles: listOf(oneOf(roles, { code: 'C023', noun: 'role' })),
      access: exactly({ affiliate: oneOf(['self'], { noun: 'part' }), partner: oneOf(['subtree'], { noun: 'part' }) }),
      rows: listOf(dimension, { min: 1 }),
      openInto: listOf(dimension),
      measures: listOf(measure, { min: 1 }),
      filters: listOf(oneOf(allFilters, { noun: 'filter' }), { min: 1 }),
      narrowedBy: listOf(oneOf(reportTokens, { noun: 'token' })),
      chart: measure,
      products: listOf(oneOf([...reportProducts, 'cpa', 'none'], { noun: 'product' }), { min: 1 }),
      views: listOf(oneOf(reportViews, { noun: 'view' }), { min: 1 }),
      source: oneOf(reportSources, { noun: 'source' }),
    },
    ['name', 'path', 'openTo', 'rows', 'measures', 'filters'],
  )
}

const isOfEntries = (measure: string, { measures }: Configuration) =>
  measure === 'entry_value' || measures[measure]?.grain === 'entry'
/** What an entry can be looked at by: it knows no product and no link. */
const entryDimensions: readonly string[] = ['affiliate', 'partner', 'level', 'brand', 'day', 'month']

const cohortDimensions: readonly string[] = [
  'affiliate',
  'brand',
  'campaign',
  'action',
  'month',
  'cohort',
  'since',
  'country',
]
const ofCohorts: readonly string[] = ['cohort', 'since', 'country', ...cohortFilters]
const cohortReportFilters: readonly string[] = [
  'period',
  'brand',
  'affiliate',
  'campaign',
  'action',
  'partner',
  'level',
  ...cohortFilters,
]

/** What a report by cohort knows, and what it alone does. */
function checkCohorts(report: Report, dimensions: readonly { readonly name: string; readonly at: string[] }[]) {
  const named = [...dimensions, ...report.filters.map((name, index) => ({ name, at: ['filters', String(index)] }))]
  const path = ['reports', report.name]
  const isByCohort = report.source === 'cohorts'
  const isStrange = ({ name, at }: { name: string; at: string[] }) =>
    isByCohort
      ? !(at[0] === 'filters' ? cohortReportFilters : cohortDimensions).includes(name)
      : ofCohorts.includes(name)
  return named
    .filter(isStrange)
    .map(({ name, at }) =>
      problemAt([...path, ...at], {
        code: 'C057',
        what: isByCohort ? `Cohorts are not known by ${name}.` : `Only reports by cohort know ${name}.`,
        how: isByCohort
          ? nameOneOf(name, [...cohortDimensions, ...cohortReportFilters])
          : "Say rows: 'cohort', or remove it.",
      }),
    )
}

/**
 * What a report draws is among its columns, its rows open into something else, and its measures come from its source.
 */
export function checkReport(report: Report, configuration: Configuration): ConfigurationProblem[] {
  const path = ['reports', report.name]
  const ofSource = (measure: string) => isOfEntries(measure, configuration) === (report.source === 'entries')
  const strange = report.measures.flatMap((measure, index) => (ofSource(measure) ? [] : [{ measure, index }]))
  const again = report.openInto.flatMap((name, index) => (report.rows.includes(name) ? [{ name, index }] : []))
  const dimensions = [
    ...report.rows.map((name, index) => ({ name, at: ['rows', String(index)] })),
    ...report.openInto.map((name, index) => ({ name, at: ['openInto', String(index)] })),
  ]
  const foreign = report.source === 'entries' ? dimensions.filter(({ name }) => !entryDimensions.includes(name)) : []
  return [
    ...(report.chart !== undefined && !report.measures.includes(report.chart)
      ? [
          problemAt([...path, 'chart'], {
            code: 'C051',
            what: `${report.chart} is none of its measures.`,
            how: nameOneOf(report.chart, report.measures),
          }),
        ]
      : []),
    ...again.map(({ name, index }) =>
      problemAt([...path, 'openInto', String(index)], {
        code: 'C052',
        what: `Its rows are by ${name} already.`,
        how: 'Remove it from openInto.',
      }),
    ),
    ...strange.map(({ measure, index }) =>
      problemAt([...path, 'measures', String(index)], {
        code: 'C053',
        what: `${measure} is not made of ${report.source}.`,
        how: 'Remove it, or name another source.',
      }),
    ),
    ...checkCohorts(report, dimensions),
    ...foreign.map(({ name, at }) =>
      problemAt([...path, ...at], {
        code: 'C054',
        what: `Entries are not known by ${name}.`,
        how: nameOneOf(name, entryDimensions),
      }),
    ),
    ...(report.views.includes('structural') && report.rows[0] !== 'partner'
      ? [
          problemAt([...path, 'views'], {
            code: 'C055',
            what: 'The structure is one of partners, and the rows are not.',
            how: "Begin rows with 'partner', or leave views out.",
          }),
        ]
      : []),
    ...(report.views.includes('grouped') && report.rows.length < 2
      ? [
          problemAt([...path, 'views'], {
            code: 'C056',
            what: 'Its rows stand for one thing alone, so that there is nothing to be added up inside of them.',
            how: "Name two in rows, such as ['affiliate', 'day'], or leave views out.",
          }),
        ]
      : []),
  ]
}
