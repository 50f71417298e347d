import type { Findings } from '#engine/ui/fields/inputs/expression/expressionLanguage.ts'

/** A level with its formula, as it is stored or as it is typed. */
export interface LevelPreview {
  /** Null for one that is not saved yet. */
  readonly id: number | null
  readonly name: string
  readonly level: number
  readonly expression: string
  /** The one the form is about. */
  readonly isThis: boolean
}

/**
 * What each level would earn of the sample values, from the top down: below level 1, `value` is what the level above
 * earned, and a loss earns nothing.
 * @returns amounts with 2 places in the order of the rungs; null where a formula has no result.
 */
export function rungResults(
  rungs: readonly LevelPreview[],
  examine: (text: string, values: Readonly<Record<string, number>>) => Pick<Findings, 'value'>,
  samples: Readonly<Record<string, number>>,
): (string | null)[] {
  const earned = new Map<number, string | null>()
  return rungs.map(({ level, expression }) => {
    const above = earned.get(level - 1)
    const { value } = examine(
      expression,
      above === undefined || above === null ? samples : { ...samples, value: Number(above) },
    )
    const result = value !== null && Number(value) < 0 ? '0.00' : value
    earned.set(level, result)
    return result
  })
}
