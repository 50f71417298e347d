import { errorCatalogue } from '../errorCatalogue.ts'
import { reportDimensions, allFilters, reportProducts } from '../report.ts'
import { declaredLabel } from '../overlay/declaredLabels.ts'
import type { AnyResource } from '../resource.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { nearest } from '#engine/values/nearest.ts'
import { nameOneOf } from './suggest.ts'

type Path = readonly string[]
/** Where a text is declared that every language must supply; null where the languages alone know of it. */
type Needed = Map<string, Path | null>
type Texts = ReadonlyMap<string, unknown>

const between = '\u0000'
const keyOf = (...path: Path) => path.join(between)
const pathOf = (key: string) => key.split(between)

function flatten(value: unknown, path: Path, into: Map<string, unknown>): void {
  if (typeof value !== 'object' || value === null) return void into.set(keyOf(...path), value)
  for (const [name, each] of Object.entries(value)) flatten(each, [...path, name], into)
}

function resourceTexts(key: string, { fields, form, optionalSections, actions, page }: AnyResource): [string, Path][] {
  const at = ['resources', key]
  const label = (...way: Path): string => keyOf('resources', key, ...way)
  return [
    [label('name'), at],
    [label('empty'), at],
    ...Object.entries(fields).flatMap(([name, { confirmedBy, items }]): [string, Path][] => [
      [label('fields', name), [...at, 'fields', name]],
      ...(confirmedBy === undefined
        ? []
        : [[label('fields', confirmedBy), [...at, 'fields', name, 'confirmedBy']] as [string, Path]]),
      ...Object.keys(items ?? {}).map((item): [string, Path] => [
        label('items', name, item),
        [...at, 'fields', name, 'items', item],
      ]),
    ]),
    ...Object.keys(form).map((section): [string, Path] => [label('sections', section), [...at, 'form', section]]),
    ...Object.entries(optionalSections).flatMap(([section, { under }]): [string, Path][] =>
      under === undefined ? [] : [[label('under', under), [...at, 'form', section, 'under']]],
    ),
    ...Object.keys(page?.head ?? {}).map((figure): [string, Path] => [
      label('figures', figure),
      [...at, 'page', 'head', figure],
    ]),
    ...Object.keys(page?.tabs ?? {})
      .filter((tab) => !Object.values(page?.together ?? {}).some((names) => names.includes(tab)))
      .map((tab): [string, Path] => [label('tabs', tab), [...at, 'page', 'tabs', tab]]),
    ...Object.keys(page?.together ?? {}).map((tab): [string, Path] => [
      label('tabs', tab),
      [...at, 'page', 'together', tab],
    ]),
    ...Object.keys(actions).flatMap((action): [string, Path][] =>
      ['actions', 'done'].map((part) => [label(part, action), [...at, 'actions', action]]),
    ),
  ]
}

/** The parts of a locale that declarations ask for. */
const declaredParts: ReadonlySet<string> = new Set(['resources', 'choices', 'errors', 'menu', 'reports'])

function declaredTexts({
  resources,
  reports,
  choices,
  menu,
  events,
  movement,
  formulas,
  measures,
  jobs,
  gateways,
  taxes,
  risks,
  declaredPages,
  transitions,
}: Configuration): [string, Path | null][] {
  const own = (part: string, names: readonly string[]) =>
    names.map((name): [string, null] => [keyOf('reports', part, name), null])
  return [
    ...Object.entries(resources).flatMap(([key, resource]) => resourceTexts(key, resource)),
    ...Object.entries(choices).flatMap(([name, { values }]) =>
      values.map((value): [string, Path] => [keyOf('choices', name, value), ['choices', name, 'values', value]]),
    ),
    ...Object.keys(errorCatalogue).map((code): [string, null] => [keyOf('errors', code), null]),
    ...Object.entries(menu).flatMap(([group, entries]): [string, Path][] => [
      [keyOf('menu', 'groups', group), ['menu', group]],
      ...entries.flatMap(({ name, under, hint }, index): [string, Path][] => [
        [keyOf('menu', 'entries', name), ['menu', group, String(index), 'name']],
        ...(under ? [[keyOf('menu', 'titles', under), ['menu', group, String(index), 'under']] as [string, Path]] : []),
        ...(hint ? [[keyOf('menu', 'hints', name), ['menu', group, String(index), 'hint']] as [string, Path]] : []),
      ]),
    ]),
    ...Object.keys(reports).flatMap((name): [string, Path][] =>
      ['name', 'empty'].map((each) => [keyOf('reports', 'reports', name, each), ['reports', name]]),
    ),
    ...own('dimensions', reportDimensions),
    ...own('filters', allFilters),
    ...own(
      'measures',
      Object.keys(measures).filter((name) => !Object.hasOwn(movement, name) && !Object.hasOwn(formulas, name)),
    ),
    ...Object.keys(movement).map((name): [string, Path] => [keyOf('reports', 'measures', name), ['movement', name]]),
    ...Object.keys(formulas).map((name): [string, Path] => [keyOf('reports', 'measures', name), ['formulas', name]]),
    ...Object.keys(events).map((name): [string, Path] => [keyOf('reports', 'events', name), ['events', name]]),
    ...own('products', [...reportProducts, 'cpa', 'none']),
    // Mended where gateways are declared, not where their names are put into a list.
    ...Object.keys(gateways).map((name): [string, Path] => [
      keyOf('choices', 'payoutGateway', name),
      ['gateways', name],
    ]),
    ...Object.keys(taxes).map((name): [string, Path] => [
      keyOf('moneyPages', 'statement', 'taxes', name),
      ['taxes', name],
    ]),
    ...Object.keys(risks ?? {}).map((name): [string, Path] => [keyOf('risk', 'rules', name), ['risks', name]]),
    ...Object.keys(declaredPages ?? {}).map((name): [string, Path] => [
      keyOf('moneyPages', name, 'title'),
      ['declaredPages', name],
    ]),
    ...Object.entries(transitions ?? {}).flatMap(([resource, each]) =>
      Object.entries(each.transitions).flatMap(([name, { input = {}, sets = {} }]): [string, Path][] => {
        const at = ['transitions', resource, 'transitions', name]
        const label = (...way: Path) => keyOf('transitions', resource, name, ...way)
        // What fills a field is called as the field is.
        const own = Object.keys(input).filter((asked) => !Object.values(sets).includes(asked))
        return [
          ...['label', 'done'].map((part): [string, Path] => [label(part), at]),
          ...own.map((asked): [string, Path] => [label('inputs', asked), [...at, 'input', asked]]),
        ]
      }),
    ),
    ...Object.keys(jobs).flatMap((name): [string, Path][] =>
      ['names', 'does'].map((part) => [keyOf('moneyPages', 'jobs', part, name), ['jobs', name]]),
    ),
  ]
}

/** What more than half of the languages say, every one must. */
function saidByMost(languages: readonly Texts[]): string[] {
  const said = new Set(languages.flatMap((texts) => [...texts.keys()]))
  return [...said]
    .filter((key) => !declaredParts.has(key.slice(0, key.indexOf(between))))
    .filter((key) => languages.filter((texts) => texts.has(key)).length * 2 > languages.length)
}

/** A line of help may be left out, and what a form calls its further sections. */
const isHelp = (key: string, { resources }: Configuration) => {
  const [part, resource, kind, field, ...rest] = pathOf(key)
  if (part !== 'resources' || rest.length > 0 || !resources[resource!]) return false
  return kind === 'help' ? resources[resource!]!.fields[field!] !== undefined : kind === 'more' && field === undefined
}

const placeholders = (text: string) =>
  !text.includes('%{')
    ? []
    : [...text.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => name !== 'smart_count')

interface Given {
  readonly text: string
  readonly path: Path
}

/** A text names the values that the others name: none that is not there, and none less than all of them. */
function strangeValues({ text, path }: Given, others: readonly Given[]): ConfigurationProblem[] {
  const named = placeholders(text)
  const known = others.map((other) => placeholders(other.text))
  // The English messages of errors are the catalogue's own.
  const strange = path[2] === 'errors' ? [] : named.filter((name) => !known.some((names) => names.includes(name)))
  const lacking = (known[0] ?? []).filter(
    (name) => !named.includes(name) && known.every((names) => names.includes(name)),
  )
  return [
    ...strange.map((name) =>
      problemAt(path, {
        code: 'C082',
        what: `No other language names %{${name}} here.`,
        how: nameOneOf(name, [...new Set(known.flat())]),
      }),
    ),
    ...lacking.map((name) =>
      problemAt(path, { code: 'C082', what: `The other languages name %{${name}} here.`, how: `Name %{${name}} too.` }),
    ),
  ]
}

const formsOf = ({ text }: Given) => text.split('||||').length

/** Texts of one key in all languages: none is empty, all name the same values, all have as many forms. */
function differences(key: string, locales: readonly (readonly [string, Texts])[]): ConfigurationProblem[] {
  const said = locales
    .filter(([, texts]) => texts.has(key))
    .map(([language, texts]) => ({ language, text: texts.get(key) as string }))
  // Most texts are as plain in every language, and there are thousands.
  if (said.every(({ text }) => typeof text === 'string' && /\S/.test(text) && !/%\{|\|\|\|\|/.test(text))) return []
  const given = said.map(({ language, text }) => ({ text, path: ['locales', language, ...pathOf(key)] }))
  const empty = given.filter(({ text }) => typeof text !== 'string' || text.trim() === '')
  // What no language says is nothing to say.
  if (empty.length === given.length && empty.every(({ text }) => typeof text === 'string')) return []
  if (empty.length > 0)
    return empty.map(({ path }) => problemAt(path, { code: 'C083', what: 'Here stands no text.', how: 'Write one.' }))
  if (given.length < 2) return []
  return given.flatMap((each) => {
    const others = given.filter((other) => other !== each)
    const counts = new Set(others.map(formsOf))
    const isOdd = counts.size === 1 && !counts.has(formsOf(each)) && others.length > 1
    return [
      ...strangeValues(each, others),
      ...(isOdd
        ? [
            problemAt(each.path, {
              code: 'C084',
              what: `It has ${formsOf(each)} forms, where the other languages have ${formsOf(others[0]!)}.`,
              how: 'Part one and many by ||||.',
            }),
          ]
        : []),
    ]
  })
}

/** A part of all locales: its texts by language, and what follows from them alone. */
interface Part {
  readonly given: readonly (readonly [string, unknown])[]
  readonly locales: readonly (readonly [string, Texts])[]
  readonly saidByMost: readonly string[]
  readonly problems: readonly ConfigurationProblem[]
}

const known = new Map<string, Part>()

/** A part of all locales; of one in which nothing changed since the last look, what was found then. */
function partOf(name: string, given: Part['given']): Part {
  const before = known.get(name)
  const isSame = ([language, part]: readonly [string, unknown], at: number) =>
    before?.given[at]?.[0] === language && before.given[at][1] === part
  if (before?.given.length === given.length && given.every(isSame)) return before
  const locales = given.map(([language, part]): [string, Texts] => {
    const texts = new Map<string, unknown>()
    if (part !== undefined) flatten(part, [name], texts)
    return [language, texts]
  })
  const languages = locales.map(([, texts]) => texts)
  const keys = new Set(languages.flatMap((texts) => [...texts.keys()]))
  const problems = [...keys].flatMap((key) => differences(key, locales))
  const part: Part = { given, locales, saidByMost: saidByMost(languages), problems }
  known.set(name, part)
  return part
}

/** The texts of all languages, part by part. */
function partsOf({ locales }: Configuration): ReadonlyMap<string, Part> {
  const entries = Object.entries(locales)
  const names = new Set(entries.flatMap(([, locale]) => Object.keys(locale)))
  return new Map(
    [...names].map((name) => [
      name,
      partOf(
        name,
        entries.map(([language, locale]) => [language, (locale as Readonly<Record<string, unknown>>)[name]] as const),
      ),
    ]),
  )
}

function missingTexts(
  needed: Needed,
  locales: readonly (readonly [string, Texts])[],
  configuration: Configuration,
): ConfigurationProblem[] {
  return [...needed].flatMap(([key, declared]) => {
    const lacking = locales.filter(([, texts]) => !texts.has(key)).map(([language]) => language)
    if (lacking.length === 0) return []
    const path = pathOf(key)
    const beside = declaredLabel(path, configuration)
    if (beside)
      return [
        problemAt(beside.path, {
          code: 'C080',
          what: `Its label says nothing in ${lacking.map((language) => `'${language}'`).join(', ')}.`,
          how: `Add ${lacking.map((language) => `${language}: '…'`).join(', ')} here.`,
        }),
      ]
    // A label that no language has is one of something new, or of something misspelt: it is mended there.
    if (declared && lacking.length === locales.length) {
      return [
        problemAt(declared, {
          code: 'C080',
          what: `No language has a label for it (${path.join('.')}).`,
          how: `Say it beside: label: { ${lacking.map((name) => `${name}: '…'`).join(', ')} }, or add it to ${lacking.map((name) => `locales/${name}`).join(', ')}.`,
        }),
      ]
    }
    return lacking.map((language) =>
      problemAt(['locales', language, ...path], {
        code: 'C080',
        what: `The label ${path.join('.')} is missing.`,
        how: `Add ${path.at(-1)}.`,
      }),
    )
  })
}

function strangeTexts(
  needed: Needed,
  locales: readonly (readonly [string, Texts])[],
  configuration: Configuration,
): ConfigurationProblem[] {
  return locales.flatMap(([language, texts]) =>
    [...texts.keys()]
      .filter((key) => !needed.has(key) && !isHelp(key, configuration))
      .map((key) => {
        const path = pathOf(key)
        const beside = [...needed.keys()]
          .filter((other) => !texts.has(other))
          .map(pathOf)
          .filter((other) => other.length === path.length && other.slice(0, -1).join() === path.slice(0, -1).join())
          .map((other) => other.at(-1)!)
        const meant = nearest(path.at(-1)!, beside)
        return problemAt(['locales', language, ...path], {
          code: 'C081',
          what: `Nothing is called ${path.join('.')}.`,
          how: meant === null ? 'Remove it.' : `Did you mean '${meant}'?`,
        })
      }),
  )
}

/** A label stands beside what it names, or in the files of the languages: in both, one of them would say nothing. */
function saidTwice(configuration: Configuration): ConfigurationProblem[] {
  const { localeFiles = {}, resources, choices } = configuration
  const at = (path: Path): ConfigurationProblem[] => {
    const label = declaredLabel(path, configuration)?.label
    return Object.keys(label ?? {})
      .filter((language) => path.reduce<any>((found, part) => found?.[part], localeFiles[language]) !== undefined)
      .map((language) =>
        problemAt(['locales', language, ...path], {
          code: 'C086',
          what: `The declaration says what ${path.at(-1)} is called, and that counts.`,
          how: 'Remove it here, or the label there.',
        }),
      )
  }
  return [
    ...Object.entries(resources).flatMap(([name, { fields, sections = {} }]) => [
      ...Object.keys(fields).flatMap((field) => at(['resources', name, 'fields', field])),
      ...Object.keys(sections).flatMap((section) => at(['resources', name, 'sections', section])),
    ]),
    ...Object.entries(choices).flatMap(([name, list]) =>
      Object.keys(list?.label ?? {}).flatMap((value) => at(['choices', name, value])),
    ),
  ]
}

/** Every language says everything that is declared, and nothing else; their texts name the same values. */
export function checkLabels(configuration: Configuration): ConfigurationProblem[] {
  const languages = Object.keys(configuration.locales)
  if (languages.length === 0) return []
  const parts = partsOf(configuration)
  const needed = new Map<string, Map<string, Path | null>>()
  for (const [key, path] of declaredTexts(configuration)) {
    const name = key.slice(0, key.indexOf(between))
    needed.set(name, (needed.get(name) ?? new Map<string, Path | null>()).set(key, path))
  }
  const none = languages.map((language) => [language, new Map()] as const)
  const found = [...new Set([...needed.keys(), ...parts.keys()])].flatMap((name) => {
    const { locales = none, saidByMost: said = [], problems = [] } = parts.get(name) ?? {}
    const asked: Needed = new Map([...(needed.get(name) ?? []), ...said.map((key) => [key, null] as const)])
    return [...missingTexts(asked, locales, configuration), ...strangeTexts(asked, locales, configuration), ...problems]
  })
  return [...found, ...saidTwice(configuration)]
}

/** People choose among languages that have texts. */
export function checkLanguages({ languages, locales }: Configuration): ConfigurationProblem[] {
  const lacking = Object.keys(languages).filter((language) => !locales[language])
  return lacking.map((language) =>
    problemAt(['languages', language], {
      code: 'C085',
      what: `There is no folder locales/${language}, so nothing could be said in it.`,
      how: `Copy locales/en there and translate it, name it in locales/texts.ts, or remove ${language} here.`,
    }),
  )
}
