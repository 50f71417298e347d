/** The words in which terms declare their fields: the declaration language's, as plain data. */
export const amount = { kind: 'money', min: 0 } as const
export const share = { kind: 'percent' } as const
export const yesOrNo = { kind: 'boolean' } as const
export const day = { kind: 'date' } as const

/** A whole number within bounds. */
export const count = <const Min extends number, const Max extends number>(min: Min, max: Max) =>
  ({ kind: 'integer', min, max }) as const

/** Text of at most so many characters. */
export const words = <const Max extends number>(max: Max) => ({ kind: 'text', max }) as const

/** One of some values. */
export const oneOf = <const Name extends string, const Value extends string>(name: Name, values: readonly Value[]) =>
  ({ kind: 'choice', choices: { name, values } }) as const

/** A record of another entity. */
export const recordOf = <const Target extends string>(target: Target) => ({ kind: 'reference', target }) as const

/** Rows of fields, at most so many. */
export const rows = <const Items extends object, const Max extends number>(items: Items, max: Max) =>
  ({ kind: 'list', items, max }) as const

/** A field that must be filled in. */
export const needed = <const Declared extends object>(field: Declared) => ({ ...field, required: true }) as const
