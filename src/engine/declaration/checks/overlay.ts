import { checkConfiguration } from '../check.ts'
import type { Field } from '../fields/index.ts'
import {
  type Overlay,
  overlaidChoices,
  overlaidMenu,
  overlaidResources,
  overlaidTexts,
  overlayKinds,
} from '../overlay/overlay.ts'
import type { AnyResource } from '../resource.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { anything, exactly, flag, listOf, mapOf, numberIn, oneOf, type Shape, textLike } from './shapes.ts'
import { nameOneOf } from './suggest.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const problem = (path: readonly string[], code: string, what: string, how: string) =>
  problemAt(path, { code, what, how })

/** Options that only declarations have, never an overlay: money, rights, rules, events and effects. */
const declaredAlone: ReadonlySet<string> = new Set(
  `access scope rules checks effects actions visibleWhen requiredWhen completeWith page notes nature keep path title
  titled name knownBy suspendable searchPlace madeElsewhere required unique masked dated readOnly createOnly personal
  setElsewhere proposedFrom feature min
  default taken takenRecord warnIfDuplicate search choices target items`.split(/\s+/),
)

/** An object of these options; an option of declarations alone is reported as such, any other as unknown. */
function saying(options: Readonly<Record<string, Shape>>, needed: readonly string[] = []): Shape {
  return (value, path) => {
    const refused = isObject(value)
      ? Object.keys(value).filter((name) => !Object.hasOwn(options, name) && declaredAlone.has(name))
      : []
    const rest = isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !refused.includes(name)))
      : value
    return [
      ...refused.map((name) =>
        problem(
          [...path, name],
          'C161',
          `An overlay does not say ${name}: money, rights, rules and effects are declared.`,
          'Say it in resources/, where a programmer looks at it.',
        ),
      ),
      ...exactly(options, needed)(rest, path),
    ]
  }
}

/** Why a field cannot be hidden; null where it can. */
export function hidingLock(resource: AnyResource, name: string): 'title' | 'required' | 'rule' | null {
  const { title, titled, effects, fields, visibleWhen, list } = resource
  const field = fields[name]
  if (name === title || titled.includes(name) || list.sort[0] === name) return 'title'
  if (field?.required || field?.unique || field?.own) return 'required'
  const conditions = Object.values(visibleWhen).some((each) => name in each)
  return conditions || name in effects.changed || name in effects.guarded ? 'rule' : null
}

/** Whether users create and change records of an entity, and it is no money rule. */
export const takesFields = ({ access, nature, madeElsewhere, fields }: AnyResource): boolean =>
  access.create !== 'nobody' &&
  !nature &&
  !madeElsewhere &&
  Object.values(fields).every(({ kind }) => kind !== 'blocks')

/** Whether an overlay may let a field hold more. */
export const isWidened = ({ kind, choices }: Field): boolean => kind === 'text' && !choices

const longestText = 200

function fieldShape(resource: AnyResource, configuration: Configuration): Shape {
  const languages = Object.keys(configuration.languages)
  const text = textLike()
  const inAny = exactly(Object.fromEntries(languages.map((language) => [language, text])))
  const inEvery = exactly(Object.fromEntries(languages.map((language) => [language, text])), languages)
  const value = textLike(/^[a-z][A-Za-z0-9]{0,39}$/, 'a name such as socialNetwork')
  const rights = listOf(oneOf(['root', ...configuration.roles], { code: 'C023', noun: 'role' }), { min: 1 })
  const ownField = saying(
    {
      kind: oneOf(overlayKinds, { code: 'C030', noun: 'kind of field' }),
      label: inEvery,
      help: inAny,
      hidden: flag,
      max: numberIn({ min: 1, max: 100_000 }),
      values: mapOf(inEvery, value),
      access: exactly({ read: rights, write: rights }),
    },
    ['kind', 'label'],
  )
  const own: Shape = (said, path) => {
    const { kind, values, max } = (said ?? {}) as { kind?: string; values?: object; max?: number }
    const isListed = values !== undefined && Object.keys(values).length > 0
    return [
      ...ownField(said, path),
      ...(/^x[A-Z][A-Za-z0-9]{0,38}$/.test(path.at(-1)!)
        ? []
        : [
            problem(
              path,
              'C164',
              'A later version could declare a field of this name.',
              'Begin it with an x: xChannel.',
            ),
          ]),
      ...(takesFields(resource)
        ? []
        : [
            problem(
              path,
              'C161',
              `${resource.name} takes no further fields: nobody types its records, or they are rules of money.`,
              'Remove it.',
            ),
          ]),
      ...((kind === 'choice') === isListed
        ? []
        : [
            problem(
              path,
              'C164',
              'values are said of a choice, and of it always.',
              kind === 'choice' ? 'Add values.' : 'Remove values.',
            ),
          ]),
      ...(max !== undefined && kind !== 'text'
        ? [problem([...path, 'max'], 'C162', 'Only a text has a length.', 'Remove max.')]
        : []),
    ]
  }
  const declared: Shape = (said, path) => {
    const name = path.at(-1)!
    const field = resource.fields[name]!
    const { max, hidden } = (said ?? {}) as { max?: number; hidden?: boolean }
    const lock = hidden ? hidingLock(resource, name) : null
    const problems = saying({ label: inAny, help: inAny, hidden: flag, max: anything })(said, path)
    if (max !== undefined && !isWidened(field))
      problems.push(
        problem([...path, 'max'], 'C161', 'Bounds of amounts and of what has a form are declared.', 'Remove max.'),
      )
    else if (max !== undefined && !(Number.isInteger(max) && max >= (field.max ?? longestText) && max <= 100_000))
      problems.push(
        problem(
          [...path, 'max'],
          'C162',
          `${max} is no wider than is declared.`,
          `Write a whole number from ${field.max ?? longestText} to 100000.`,
        ),
      )
    if (lock)
      problems.push(
        problem(
          [...path, 'hidden'],
          'C163',
          `${name} is needed: ${{ title: 'records are named or sorted by it', required: 'a record cannot be without it', rule: 'a rule or an effect asks for it' }[lock]}.`,
          'Remove hidden.',
        ),
      )
    return problems
  }
  return (said, path) => {
    const name = path.at(-1)!
    if (resource.fields[name]) return declared(said, path)
    if (isObject(said) && 'kind' in said) return own(said, path)
    return [
      problem(
        path,
        'C165',
        `${resource.name} has no field ${name}.`,
        `${nameOneOf(name, Object.keys(resource.fields))} A new one says its kind.`,
      ),
    ]
  }
}

function known(names: readonly string[], noun: string, then: (name: string) => Shape): Shape {
  return (value, path) => {
    if (!isObject(value) || Array.isArray(value)) return mapOf(anything)(value, path)
    return Object.entries(value).flatMap(([name, each]) =>
      names.includes(name)
        ? then(name)(each, [...path, name])
        : [problem([...path, name], 'C165', `There is no ${noun} ${name}.`, nameOneOf(name, names))],
    )
  }
}

const names = listOf(textLike())

/** Mistakes of an overlay by itself: unknown names and forbidden options. */
function overlayProblems(configuration: Configuration, overlay: Overlay): ConfigurationProblem[] {
  const { resources, menu } = configuration
  const resource = (name: string): Shape => {
    const declared = resources[name]!
    const sections = Object.keys(declared.form)
    const languages = exactly(
      Object.fromEntries(Object.keys(configuration.languages).map((language) => [language, textLike()])),
    )
    return saying({
      fields: mapOf(fieldShape(declared, configuration)),
      list: exactly({ columns: listOf(textLike(), { min: 1 }) }),
      filters: names,
      form: known(sections, 'section', () => names),
      sections: known(sections, 'section', () => languages),
    })
  }
  const entries = (group: string) =>
    listOf(
      oneOf(
        menu[group]!.map(({ name }) => name),
        { code: 'C165', noun: 'entry' },
      ),
    )
  return exactly({
    resources: known(Object.keys(resources), 'entity', resource),
    menu: known(Object.keys(menu), 'group of the menu', entries),
  })(overlay, ['overlay'])
}

/** The declarations with an overlay applied. */
export const overlaidConfiguration = (declared: Configuration, overlay: Overlay): Configuration => ({
  ...declared,
  resources: overlaidResources(declared.resources, overlay),
  choices: overlaidChoices(declared.choices, overlay),
  menu: overlaidMenu(declared.menu, overlay),
  locales: Object.fromEntries(
    Object.entries(declared.locales).map(([language, texts]) => [language, overlaidTexts(texts, language, overlay)]),
  ),
})

/** The path in the overlay that caused a mistake in the result. */
const inOverlay = (path: readonly string[]) => ['overlay', ...(['resources', 'menu'].includes(path[0]!) ? path : [])]

/** Finds the mistakes of an overlay over what is declared without one: its own, and those of both together. */
export function checkOverlay(declared: Configuration, overlay: Overlay): ConfigurationProblem[] {
  const own = overlayProblems(declared, overlay)
  if (own.length > 0) return own
  return checkConfiguration(overlaidConfiguration(declared, overlay)).map((each) => ({
    ...each,
    path: inOverlay(each.path),
  }))
}

/** Finds the mistakes of a configuration and, where it has none, of the overlay that lies over it. */
export function checkWithOverlay(declared: Configuration, overlay: Overlay): ConfigurationProblem[] {
  const problems = checkConfiguration(declared)
  const isSaid = Object.keys({ ...overlay.resources, ...overlay.menu }).length > 0
  return problems.length > 0 || !isSaid ? problems : checkOverlay(declared, overlay)
}
