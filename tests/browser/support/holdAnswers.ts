import type { Page } from 'playwright-core'

/** What stands in the place of what has not come yet. */
export const whatIsStillToCome =
  'main :is([aria-busy=true], [role=progressbar], .MuiSkeleton-root, .MuiCircularProgress-root), .MuiLinearProgress-root'

/** Who is here and how they like it is answered at once; everything else waits until it is let go. */
export async function holdAnswers(page: Page): Promise<{ held(): number; letGo(): Promise<void> }> {
  const atOnce = ['/api/me', '/api/me/preferences', '/api/live']
  let [held, letGo] = [0, () => {}]
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/**', async (route) => {
    if (!atOnce.includes(new URL(route.request().url()).pathname)) {
      held += 1
      await isLetGo
    }
    // The page may have gone on.
    await route.continue().catch(() => {})
  })
  return {
    held: () => held,
    async letGo() {
      letGo()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  }
}
