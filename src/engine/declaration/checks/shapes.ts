import { type ConfigurationProblem, problemAt } from './configuration.ts'
import { nameOneOf } from './suggest.ts'

type Path = readonly string[]
/** Looks at a value that stands at a place, and answers what is wrong with it. */
export type Shape = (value: unknown, path: Path) => ConfigurationProblem[]

/** What the other checks cannot work with: a declaration of another form than a declaration has. */
export const brokenForms: ReadonlySet<string> = new Set(['C041', 'C044'])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const shown = (value: unknown) => (value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value)))
const wrongForm = (path: Path, value: unknown, wanted: string) => [
  problemAt(path, { code: 'C041', what: `Here stands ${shown(value)?.slice(0, 60)}.`, how: `Write ${wanted}.` }),
]

/** Yes or no. */
export const flag: Shape = (value, path) => (typeof value === 'boolean' ? [] : wrongForm(path, value, 'true or false'))
/** Yes, or nothing said. */
export const yes: Shape = (value, path) => (value === true ? [] : wrongForm(path, value, 'true, or leave it out'))
/** Anything at all: looked at by another check. */
export const anything: Shape = () => []
/** A function, such as a rule. */
export const callable: Shape = (value, path) =>
  typeof value === 'function' ? [] : wrongForm(path, value, 'a function')

/** A text, of a form where one is given. */
export function textLike(pattern: RegExp = /\S/, wanted = 'a text'): Shape {
  return (value, path) => (typeof value === 'string' && pattern.test(value) ? [] : wrongForm(path, value, wanted))
}

/** What events and measures are called: on the wire, in columns and in reports. */
export const snakeName = textLike(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'a name in snake_case')

/** A number within bounds, with at most so many decimals. */
export function numberIn({ min, max, decimals = 0 }: { min: number; max: number; decimals?: number }): Shape {
  return (value, path) => {
    if (typeof value !== 'number') return wrongForm(path, value, 'a number')
    const isExact = Number.isFinite(value) && Number(value.toFixed(decimals)) === value
    if (isExact && value >= min && value <= max) return []
    const kind = decimals === 0 ? 'a whole number' : `a number with at most ${decimals} decimals`
    return [
      problemAt(path, { code: 'C042', what: `${value} is out of range.`, how: `Write ${kind} from ${min} to ${max}.` }),
    ]
  }
}

/** One of some names. @param code of the mistake, where it has one of its own. */
export function oneOf(
  names: readonly string[],
  { code = 'C043', noun = 'word' }: { code?: string; noun?: string } = {},
): Shape {
  return (value, path) => {
    if (typeof value === 'string' && names.includes(value)) return []
    if (typeof value !== 'string') return wrongForm(path, value, `one of ${names.join(', ')}`)
    return [problemAt(path, { code, what: `There is no ${noun} ${value}.`, how: nameOneOf(value, names) })]
  }
}

/** A list, none of it twice. */
export function listOf(shape: Shape, { min = 0 }: { min?: number } = {}): Shape {
  return (value, path) => {
    if (!Array.isArray(value)) return wrongForm(path, value, 'a list: [ … ]')
    const twice = value.flatMap((each, index) =>
      typeof each === 'string' && value.indexOf(each) < index ? [index] : [],
    )
    return [
      ...(value.length < min ? wrongForm(path, value, `${min} or more of them`) : []),
      ...Array.from(value).flatMap((each, index) => shape(each, [...path, String(index)])),
      ...twice.map((index) =>
        problemAt([...path, String(index)], {
          code: 'C045',
          what: `${value[index]} is named twice.`,
          how: 'Keep one of the two.',
        }),
      ),
    ]
  }
}

/** An object whose keys are names somebody gave, or names of something. */
export function mapOf(shape: Shape, key: Shape = anything): Shape {
  return (value, path) => {
    if (!isObject(value)) return wrongForm(path, value, 'an object: { … }')
    return Object.entries(value).flatMap(([name, each]) => [
      ...key(name, [...path, name]),
      ...shape(each, [...path, name]),
    ])
  }
}

/** An object with exactly these options, of which some must be there. */
export function exactly(options: Readonly<Record<string, Shape>>, needed: readonly string[] = []): Shape {
  const known = Object.keys(options)
  return (value, path) => {
    if (!isObject(value)) return wrongForm(path, value, `an object of ${known.join(', ')}`)
    const given = Object.entries(value).filter(([, each]) => each !== undefined)
    const unknown = given.filter(([name]) => !Object.hasOwn(options, name))
    const missing = needed.filter((name) => value[name] === undefined)
    return [
      ...unknown.map(([name]) =>
        problemAt([...path, name], {
          code: 'C040',
          what: `There is no option ${name} here.`,
          how: nameOneOf(
            name,
            known.filter((other) => !(other in value)),
          ),
        }),
      ),
      ...missing.map((name) => problemAt(path, { code: 'C044', what: `${name} is not said.`, how: `Add ${name}.` })),
      ...given.flatMap(([name, each]) => options[name]?.(each, [...path, name]) ?? []),
    ]
  }
}

/** Several shapes of one thing, of which the first that has its form counts. */
export function either(test: (value: unknown) => boolean, then: Shape, otherwise: Shape): Shape {
  return (value, path) => (test(value) ? then : otherwise)(value, path)
}

/** What is done in sessions of one's own: `self`, one of some words, or `self` for each thing by itself. */
export const openToOwn = (
  things: readonly string[],
  words: readonly string[] = [],
  more: Readonly<Record<string, Shape>> = {},
): Shape =>
  either(
    (value) => typeof value === 'string',
    oneOf(['self', ...words], { noun: 'part' }),
    exactly({ ...Object.fromEntries(things.map((thing) => [thing, oneOf(['self'], { noun: 'part' })])), ...more }),
  )
