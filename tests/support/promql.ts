/*
 * As much of Prometheus' language as the rules in deploy/prometheus use, so that a test can make each of them fire:
 * selectors, arithmetic, comparisons, and/or/unless, sum, max, min, rate, increase, max_over_time, time.
 */

type Labels = Readonly<Record<string, string>>
interface Series {
  readonly name: string
  readonly labels: Labels
  readonly points: readonly (readonly [at: number, value: number])[]
}
interface Element {
  readonly labels: Labels
  readonly value: number
}
type Value = number | readonly Element[]

/** What was scraped, each reading with its moment in seconds. */
export type Readings = readonly { readonly at: number; readonly text: string }[]

function readLabels(text: string): Labels {
  return Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]))
}

/** The samples of one reading in Prometheus' text format. */
export function readSamples(text: string): { name: string; labels: Labels; value: number }[] {
  return text
    .split('\n')
    .map((line) => /^([a-zA-Z_]\w*)(?:\{(.*)\})?\s+(\S+)\s*$/.exec(line.trim()))
    .filter((found) => found !== null)
    .map(([, name, labels, value]) => ({ name: name!, labels: readLabels(labels ?? ''), value: Number(value) }))
}

const keyOf = (labels: Labels) => JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))

function seriesOf(readings: Readings): Series[] {
  const all = new Map<string, { name: string; labels: Labels; points: [number, number][] }>()
  for (const { at, text } of readings) {
    for (const { name, labels, value } of readSamples(text)) {
      const key = name + keyOf(labels)
      const series = all.get(key) ?? { name, labels, points: [] }
      series.points.push([at, value])
      all.set(key, series)
    }
  }
  return [...all.values()]
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }
const token = /\s*([\d.]+(?:e\d+)?(?![\w:])|[a-zA-Z_]\w*|==|!=|>=|<=|[-+*/<>(){}[\],]|"[^"]*"|\d+[smhd]|=~|!~|=)/y
const levels: readonly (readonly string[])[] = [
  ['or'],
  ['and', 'unless'],
  ['==', '!=', '>', '<', '>=', '<='],
  ['+', '-'],
  ['*', '/'],
]
const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
}
const comparison: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
}

function tokensOf(text: string): string[] {
  const found: string[] = []
  for (token.lastIndex = 0; token.lastIndex < text.trimEnd().length;) {
    const at = token.lastIndex
    const [, word] = token.exec(text) ?? []
    if (word === undefined) throw new Error(`Not understood from here on: ${text.slice(at)}`)
    found.push(word)
  }
  return found
}

class Reading {
  readonly #words: string[]
  readonly #series: readonly Series[]
  readonly #now: number
  /** The names of what was selected. */
  readonly names = new Set<string>()

  constructor(text: string, readings: Readings) {
    this.#words = tokensOf(text)
    this.#series = seriesOf(readings)
    this.#now = readings.at(-1)?.at ?? 0
  }

  whole(): Value {
    const value = this.#level(0)
    if (this.#words.length > 0) throw new Error(`Too much: ${this.#words.join(' ')}`)
    return value
  }

  #next(): string {
    return this.#words[0] ?? ''
  }

  #take(expected?: string): string {
    const word = this.#words.shift()
    if (word === undefined || (expected !== undefined && word !== expected))
      throw new Error(`${expected ?? 'More'} was expected instead of ${word}`)
    return word
  }

  #level(level: number): Value {
    const operators = levels[level]
    if (!operators) return this.#primary()
    let left = this.#level(level + 1)
    while (operators.includes(this.#next())) left = combine(this.#take(), left, this.#level(level + 1))
    return left
  }

  #primary(): Value {
    const word = this.#take()
    if (word === '(') {
      const inner = this.#level(0)
      this.#take(')')
      return inner
    }
    if (/^[\d.]/.test(word)) return Number(word)
    if (this.#next() === '(') return this.#call(word)
    return this.#select(word).flatMap(({ labels, points }) => {
      const newest = points.at(-1)!
      return newest[0] === this.#now ? [{ labels, value: newest[1] }] : []
    })
  }

  #call(name: string): Value {
    this.#take('(')
    if (name === 'time') return (this.#take(')'), this.#now)
    if (['rate', 'increase', 'max_over_time'].includes(name)) {
      const series = this.#select(this.#take())
      this.#take('[')
      const length = this.#take()
      this.#take(']')
      this.#take(')')
      return overTime(name, series, { from: this.#now - Number(length.slice(0, -1)) * units[length.at(-1)!]! })
    }
    const values = this.#level(0)
    this.#take(')')
    return aggregate(name, values)
  }

  #select(name: string): Series[] {
    this.names.add(name)
    const matchers: ((labels: Labels) => boolean)[] = []
    if (this.#next() === '{') {
      this.#take('{')
      while (this.#next() !== '}') {
        const label = this.#take()
        const [operator, value] = [this.#take(), this.#take().slice(1, -1)]
        const fits = operator.includes('~')
          ? (given: string) => new RegExp(`^(?:${value})$`).test(given)
          : (given: string) => given === value
        matchers.push((labels) => fits(labels[label] ?? '') !== operator.startsWith('!'))
        if (this.#next() === ',') this.#take()
      }
      this.#take('}')
    }
    return this.#series.filter((each) => each.name === name && matchers.every((matches) => matches(each.labels)))
  }
}

function overTime(name: string, series: readonly Series[], { from }: { from: number }): Element[] {
  return series.flatMap(({ labels, points }) => {
    const within = points.filter(([at]) => at >= from)
    if (name === 'max_over_time')
      return within.length > 0 ? [{ labels, value: Math.max(...within.map(([, value]) => value)) }] : []
    if (within.length < 2) return []
    const [[start, first], [end, last]] = [within[0]!, within.at(-1)!]
    return [{ labels, value: (last - first) / (name === 'rate' ? end - start : 1) }]
  })
}

function aggregate(name: string, value: Value): Element[] {
  const values = typeof value === 'number' ? [value] : value.map((each) => each.value)
  if (values.length === 0) return []
  const reduced = {
    sum: (all: number[]) => all.reduce((a, b) => a + b, 0),
    max: (all: number[]) => Math.max(...all),
    min: (all: number[]) => Math.min(...all),
  }[name]
  if (!reduced) throw new Error(`There is no ${name} here.`)
  return [{ labels: {}, value: reduced(values) }]
}

function combine(operator: string, left: Value, right: Value): Value {
  if (['and', 'or', 'unless'].includes(operator)) {
    const [first, second] = [left as readonly Element[], right as readonly Element[]]
    const keys = new Set((operator === 'or' ? first : second).map(({ labels }) => keyOf(labels)))
    if (operator === 'or') return [...first, ...second.filter(({ labels }) => !keys.has(keyOf(labels)))]
    return first.filter(({ labels }) => keys.has(keyOf(labels)) === (operator === 'and'))
  }
  const reckon = arithmetic[operator]
  const compare = comparison[operator]
  if (typeof left === 'number' && typeof right === 'number')
    return reckon ? reckon(left, right) : Number(compare!(left, right))
  const pairs = pairsOf(left, right)
  if (reckon) return pairs.map(({ labels, a, b }) => ({ labels, value: reckon(a, b) }))
  // As in Prometheus: a comparison keeps what is true, with the value of the side that has series.
  return pairs
    .filter(({ a, b }) => compare!(a, b))
    .map(({ labels, a, b }) => ({ labels, value: typeof left === 'number' ? b : a }))
}

function pairsOf(left: Value, right: Value): { labels: Labels; a: number; b: number }[] {
  if (typeof right === 'number')
    return (left as readonly Element[]).map(({ labels, value }) => ({ labels, a: value, b: right }))
  if (typeof left === 'number') return right.map(({ labels, value }) => ({ labels, a: left, b: value }))
  const others = new Map(right.map(({ labels, value }) => [keyOf(labels), value]))
  return left.flatMap(({ labels, value }) =>
    others.has(keyOf(labels)) ? [{ labels, a: value, b: others.get(keyOf(labels))! }] : [],
  )
}

/** What an expression answers at the moment of the last reading; an alert fires for each element. */
export function evaluate(expression: string, readings: Readings): readonly Element[] {
  const value = new Reading(expression, readings).whole()
  return typeof value === 'number' ? [{ labels: {}, value }] : value
}

/** The names of the metrics an expression asks for. @throws Error where it is not understood */
export function namesIn(expression: string): string[] {
  const reading = new Reading(expression, [])
  reading.whole()
  return [...reading.names]
}
