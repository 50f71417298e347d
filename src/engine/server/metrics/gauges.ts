import { Gauge, type Registry } from 'prom-client'

/** A value of a gauge with the labels it stands under. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

/** What a gauge is called and what it tells. */
export interface GaugeText {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
}

/**
 * Adds a gauge whose values are asked for at each reading. What nobody knows at that moment is left out, never told as
 * it was before, nor as zero: whoever watches can tell "none" from "not known".
 */
export function addGauge(
  register: Registry,
  { name, help, labels = [] }: GaugeText,
  samples: () => Iterable<Sample>,
): void {
  register.registerMetric(
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [],
      collect() {
        this.reset()
        // Without labels a gauge that was reset is 0.
        if (labels.length === 0) this.remove()
        for (const [of, value] of samples()) this.set({ ...of }, value)
      },
    }),
  )
}
