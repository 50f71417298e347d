import type { FieldMap } from '../fields/index.ts'
import { plainTabs } from '../recordPage.ts'
import type { AnyResource } from '../resource.ts'
import { type Configuration, problemAt } from './configuration.ts'
import { either, exactly, listOf, mapOf, oneOf, type Shape, textLike, yes } from './shapes.ts'

const isText = (value: unknown) => typeof value === 'string'
const has = (name: string) => (value: unknown) => typeof value === 'object' && value !== null && name in value
const textOf = (value: unknown, name: string) => String((value as Readonly<Record<string, unknown>>)?.[name])
const name = textLike(/^[a-z][A-Za-z0-9]*$/, 'a name in camelCase')

function namesWhere(fields: FieldMap | undefined, fits: (field: FieldMap[string]) => boolean): string[] {
  return Object.entries(fields ?? {}).flatMap(([each, field]) => (field && fits(field) ? [each] : []))
}

/** What is read of another resource: it is there, and what is named of it refers to the one whose page it is. */
function ofRecords({ resources }: Configuration, resource: AnyResource) {
  const target = oneOf(Object.keys(resources), { code: 'C020', noun: 'resource' })
  const fieldsOf = (value: unknown, option: string) => resources[textOf(value, option)]?.fields
  const referring = (fields: FieldMap | undefined) => namesWhere(fields, (field) => field.target === resource.name)
  const referringThrough = (fields: FieldMap | undefined) =>
    namesWhere(fields, ({ kind }) => kind === 'reference').flatMap((each) =>
      referring(resources[fields![each]!.target ?? '']?.fields).map((further) => `${each}.${further}`),
    )
  return {
    target,
    fieldsOf,
    by: (fields: FieldMap | undefined) =>
      oneOf([...referring(fields), ...referringThrough(fields)], {
        code: 'C073',
        noun: `reference to a ${resource.name}`,
      }),
  }
}

function sumFigure(configuration: Configuration, resource: AnyResource): Shape {
  const { target, fieldsOf, by } = ofRecords(configuration, resource)
  return (value, path) => {
    const fields = fieldsOf(value, 'of')
    const ofKind = (kind: string, noun: string) =>
      oneOf(
        namesWhere(fields, (field) => field.kind === kind),
        { code: 'C073', noun },
      )
    const values: Shape = (given, at) =>
      listOf(oneOf(fields?.[at.at(-1)!]?.choices?.values ?? [], { code: 'C014', noun: 'value' }), { min: 1 })(given, at)
    const choices = oneOf(
      namesWhere(fields, (field) => field.kind === 'choice'),
      { code: 'C073', noun: 'choice' },
    )
    return exactly(
      {
        of: target,
        by: by(fields),
        sum: ofKind('money', 'amount'),
        on: ofKind('date', 'day'),
        where: mapOf(values, choices),
      },
      ['of', 'by'],
    )(value, path)
  }
}

/** A report, as far as it can be narrowed to the record. */
function ofReport({ reports }: Configuration, resource: AnyResource) {
  const fits = Object.values(reports).filter(({ filters }) => (filters as readonly string[])?.includes(resource.name))
  return {
    report: oneOf(
      fits.map((each) => each.name),
      { code: 'C073', noun: `report narrowed by ${resource.name}` },
    ),
    named: (value: unknown) => fits.find((each) => each.name === textOf(value, 'report')),
  }
}

/** Days are added up, which ratios are not. */
function measureFigure(configuration: Configuration, resource: AnyResource): Shape {
  const { report, named } = ofReport(configuration, resource)
  return (value, path) => {
    const summed = (named(value)?.measures ?? []).filter((each) => {
      const unit = configuration.measures[each]?.unit
      return unit !== undefined && unit !== 'ratio'
    })
    const measure = oneOf(summed, { code: 'C050', noun: 'measure' })
    return exactly({ report, measure }, ['report', 'measure'])(value, path)
  }
}

function reportTab(configuration: Configuration, resource: AnyResource): Shape {
  const { report, named } = ofReport(configuration, resource)
  return (value, path) => {
    const { measures = [], rows = [], openInto = [] } = named(value) ?? {}
    const dimension = oneOf([...rows, ...openInto], { code: 'C073', noun: 'row' })
    const measure = oneOf(measures, { code: 'C050', noun: 'measure' })
    return exactly({ report, rows: dimension, measures: listOf(measure, { min: 1 }) }, ['report', 'rows', 'measures'])(
      value,
      path,
    )
  }
}

function listTab(configuration: Configuration, resource: AnyResource): Shape {
  const { target, fieldsOf, by } = ofRecords(configuration, resource)
  return (value, path) => {
    const fields = fieldsOf(value, 'list')
    const copies = oneOf(Object.keys(fields ?? {}), { code: 'C012', noun: 'field' })
    return exactly({ list: target, by: by(fields), copies }, ['list', 'by'])(value, path)
  }
}

/** The page of a record: figures and tabs of what there is, and one tab with the form. */
export function pageShape(configuration: Configuration, resource: AnyResource): Shape {
  const figure = either(
    isText,
    oneOf(['payout'], { noun: 'figure' }),
    either(has('report'), measureFigure(configuration, resource), sumFigure(configuration, resource)),
  )
  const tab = either(
    isText,
    oneOf(plainTabs, { noun: 'tab' }),
    either(has('report'), reportTab(configuration, resource), listTab(configuration, resource)),
  )
  const part = oneOf(Object.keys(resource.page?.tabs ?? {}), { noun: 'tab' })
  const fields = oneOf(Object.keys(resource.fields ?? {}), { code: 'C012', noun: 'field' })
  const shape = exactly(
    {
      head: mapOf(figure, name),
      tabs: mapOf(tab, name),
      together: mapOf(listOf(part, { min: 2 }), name),
      about: listOf(fields),
      timeline: yes,
      copied: yes,
    },
    ['head', 'tabs'],
  )
  return (value, path) => {
    const problems = shape(value, path)
    if (problems.length > 0) return problems
    const forms = Object.values((value as { tabs: object }).tabs).filter((each) => each === 'form')
    if (forms.length === 1) return []
    return [
      problemAt([...path, 'tabs'], {
        code: 'C074',
        what: `${forms.length === 0 ? 'No tab holds' : 'Several tabs hold'} the form, by which a record is changed.`,
        how: "Let one tab be 'form'.",
      }),
    ]
  }
}
