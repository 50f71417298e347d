const pollMs = 20

/**
 * Looks again and again until `look` gives something (neither undefined, null nor false), instead of sleeping.
 * @param options.what says what was missing when the time is over
 */
export async function eventually<Found>(
  look: () => Found | Promise<Found>,
  { withinMs = 30_000, what = () => 'what was waited for' }: { withinMs?: number; what?: () => string } = {},
): Promise<NonNullable<Found>> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== null && found !== false) return found
    if (Date.now() > deadline) throw new Error(`Within ${withinMs} ms there was not: ${what()}`)
    await new Promise((go) => setTimeout(go, pollMs))
  }
}
