import { checkConfiguration } from '../check.ts'
import type { Field } from '../fields/index.ts'
import { integerMax } from '../kinds/numeric.ts'
import {
  type FieldOverlay,
  type Overlay,
  type OverlayTexts,
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
  titled name knownBy suspendable searchPlace madeElsewhere masked dated readOnly createOnly personal
  setElsewhere proposedFrom feature min
  taken takenRecord warnIfDuplicate search choices target items`.split(/\s+/),
)

/** An object of these options; an option of declarations alone is reported as such, any other as unknown. */
function saying(options: Readonly<Record<string, Shape>>, needed: readonly string[] = []): Shape {
  return (value, path) => {
    const refused =
      isObject(value) && !Array.isArray(value)
        ? Object.keys(value).filter((name) => !Object.hasOwn(options, name) && declaredAlone.has(name))
        : []
    const rest =
      isObject(value) && !Array.isArray(value)
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

const typed: readonly string[] = ['text', 'email', 'url', 'integer', 'date', 'choice', 'reference']

/** Whether an overlay may have people fill a field in; server-side work goes on without it. */
export const mayBeRequired = (resource: AnyResource, name: string): boolean => {
  const field = resource.fields[name]
  if (!field || !takesFields(resource) || !typed.includes(field.kind)) return false
  const isAsked = Object.values(resource.form).some((names) => names.includes(name))
  const isConditional = name in resource.visibleWhen || name in resource.requiredWhen
  return isAsked && !isConditional && !field.required && !field.readOnly && !field.setElsewhere
}

/** Whether an overlay may have the values of a field differ. */
export const mayBeUnique = (resource: AnyResource, name: string): boolean => {
  const field = resource.fields[name]
  const isPlain = field !== undefined && ['text', 'email', 'url', 'integer'].includes(field.kind) && !field.choices
  return isPlain && takesFields(resource) && !field.unique && !field.readOnly
}

/** The kinds of which an overlay may say what records get that hold nothing there. */
export const takesDefault = (kind: string | undefined): boolean => ['text', 'integer', 'choice'].includes(kind ?? '')

const longestText = 200

/** A field of an overlay's own is called so that no later version, and no column of the database, is called the same. */
function nameProblems(path: readonly string[]): ConfigurationProblem[] {
  const name = path.at(-1)!
  if (/^x[A-Z][A-Za-z0-9]{0,38}$/.test(name)) return []
  if (!/^x[A-Z]/.test(name))
    return [
      problem(path, 'C164', 'A later version could declare a field of this name.', 'Begin it with an x: xChannel.'),
    ]
  return name.length > 39
    ? [problem(path, 'C164', `The name is ${name.length} letters long.`, 'Write 39 or fewer: the label says the rest.')]
    : [problem(path, 'C164', 'A name is of plain letters and digits.', 'Write it without accents, blanks and signs.')]
}

/** Values of a choice that people could not tell from each other. */
function alikeProblems(
  values: Readonly<Record<string, OverlayTexts>>,
  path: readonly string[],
): ConfigurationProblem[] {
  const known = new Set<string>()
  return Object.entries(values).flatMap(([name, texts]) =>
    Object.entries(texts ?? {}).flatMap(([language, text]) => {
      const said = `${language} ${text}`
      const isAlike = known.has(said)
      known.add(said)
      if (!isAlike) return []
      return [problem([...path, name, language], 'C164', `Another value is called ${text}, too.`, 'Call it otherwise.')]
    }),
  )
}

/** What the options say together: a value for what is required, a length of a text, bounds of a number. */
function togetherProblems(
  said: FieldOverlay | null,
  kind: string | undefined,
  path: readonly string[],
): ConfigurationProblem[] {
  const { required, hidden, default: begins, min, unique } = said ?? {}
  const wrong = (option: string, what: string, how: string) => [problem([...path, option], 'C162', what, how)]
  return [
    ...(begins !== undefined && !takesDefault(kind)
      ? wrong('default', 'Only a text, a number and a choice begin with something.', 'Remove default.')
      : begins !== undefined && !required
        ? wrong('default', 'It fills records of a field that must be filled in.', 'Remove it, or add "required": true.')
        : []),
    ...(required && hidden
      ? [problem([...path, 'required'], 'C163', `Nobody could fill ${path.at(-1)} in.`, 'Remove required, or hidden.')]
      : []),
    ...(required === false ? wrong('required', 'What need not be filled in is not said.', 'Remove required.') : []),
    ...(required && kind === 'boolean' ? wrong('required', 'Yes or no always says one.', 'Remove required.') : []),
    ...(unique === false ? wrong('unique', 'What may be double is not said.', 'Remove unique.') : []),
    ...(unique && !['text', 'integer', 'email', 'url'].includes(kind ?? '')
      ? wrong('unique', 'Only texts and numbers differ from record to record.', 'Remove unique.')
      : []),
    ...(min !== undefined && kind !== 'integer' ? wrong('min', 'Only a number has a least.', 'Remove min.') : []),
  ]
}

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
      required: flag,
      default: anything,
      unique: flag,
      min: numberIn({ min: -integerMax, max: integerMax }),
      max: numberIn({ min: 1, max: integerMax }),
      target: oneOf(
        Object.keys(configuration.resources).filter((name) => takesFields(configuration.resources[name]!)),
        { code: 'C020', noun: 'entity that a field may name' },
      ),
      values: mapOf(inEvery, value),
      access: exactly({ read: rights, write: rights }),
    },
    ['kind', 'label'],
  )
  const own: Shape = (said, path) => {
    const { kind, values, max, target } = (said ?? {}) as FieldOverlay
    const isListed = values !== undefined && Object.keys(values).length > 0
    return [
      ...ownField(said, path),
      ...nameProblems(path),
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
      ...((kind === 'reference') === (target !== undefined)
        ? []
        : [
            problem(
              path,
              'C164',
              'target is said of a reference, and of it always.',
              kind === 'reference' ? 'Add target, such as "brand".' : 'Remove target.',
            ),
          ]),
      ...(max !== undefined && kind !== 'text' && kind !== 'integer'
        ? [problem([...path, 'max'], 'C162', 'Only a text has a length, and a number a most.', 'Remove max.')]
        : []),
      ...(max !== undefined && kind === 'text' && max > 100_000
        ? [problem([...path, 'max'], 'C162', `No text is ${max} characters long.`, 'Write 100000 or less.')]
        : []),
      ...togetherProblems(said as FieldOverlay | null, kind, path),
      ...alikeProblems(isObject(values) ? values : {}, [...path, 'values']),
    ]
  }
  const declared: Shape = (said, path) => {
    const name = path.at(-1)!
    const field = resource.fields[name]!
    const { max, hidden, required, unique, min } = (said ?? {}) as FieldOverlay
    const lock = hidden ? hidingLock(resource, name) : null
    const options = { label: inAny, help: inAny, hidden: flag, required: flag, default: anything, unique: flag }
    const problems = [
      ...saying({ ...options, max: anything })(said, path),
      ...(min === undefined ? togetherProblems(said as FieldOverlay | null, field.kind, path) : []),
    ]
    if (required && !mayBeRequired(resource, name))
      problems.push(
        problem([...path, 'required'], 'C161', `Whether ${name} must be filled in is declared.`, 'Remove required.'),
      )
    if (unique && !mayBeUnique(resource, name))
      problems.push(
        problem([...path, 'unique'], 'C161', `Whether the values of ${name} differ is declared.`, 'Remove unique.'),
      )
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
function inOverlay(path: readonly string[]): string[] {
  const [root, language = '', part, resource = '', of = '', name = ''] = path
  // A text of a language is written beside what it names.
  if (root === 'locales' && part === 'resources')
    return [
      'overlay',
      part,
      resource,
      of === 'help' ? 'fields' : of,
      name,
      ...(of === 'sections' ? [] : [of === 'help' ? of : 'label']),
      language,
    ]
  return ['overlay', ...(['resources', 'menu'].includes(root!) ? path : [])]
}

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
