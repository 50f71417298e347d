import { checkOverlay } from '#engine/declaration/checks/overlay.ts'
import type { ConfigurationProblem } from '#engine/declaration/checks/configuration.ts'
import type { Overlay } from '#engine/declaration/overlay/overlay.ts'
import { loadConfiguration } from './load.ts'
import { projectRoot } from './refuse.ts'
import { readSources } from './sources.ts'

/** Finds the mistakes of an overlay that is not a file yet. */
export async function checkDraft(overlay: Overlay): Promise<ConfigurationProblem[]> {
  return checkOverlay(await loadConfiguration({ root: projectRoot, sources: readSources(projectRoot) }), overlay)
}
