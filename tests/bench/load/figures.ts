/** How long answers took, by what was asked. */
export class Figures {
  readonly failures = new Map<string, number>()
  #now = new Map<string, number[]>()
  readonly #all = new Map<string, number[]>()

  /** Does work and notes how long it took; what fails is counted by its reason. @returns whether it went well */
  async time(what: string, work: () => Promise<void>): Promise<boolean> {
    const begun = performance.now()
    try {
      await work()
    } catch (error) {
      const reason = `${what}: ${(error as Error).message.slice(0, 120)}`
      this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1)
      return false
    }
    const took = performance.now() - begun
    for (const times of [this.#now, this.#all]) {
      const known = times.get(what)
      if (known) known.push(took)
      else times.set(what, [took])
    }
    return true
  }

  /** What came since the last look. */
  take(): string {
    const text = written(this.#now)
    this.#now = new Map()
    return text
  }

  all(): string {
    return written(this.#all)
  }
}

function written(figures: ReadonlyMap<string, readonly number[]>): string {
  const lines = [...figures].map(([what, times]) => {
    const sorted = times.toSorted((one, other) => one - other)
    const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(0)
    return `${what} ${times.length} (p50 ${at(0.5)} ms, p99 ${at(0.99)} ms)`
  })
  return lines.toSorted().join(', ')
}
