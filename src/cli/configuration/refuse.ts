import { fileURLToPath } from 'node:url'
import { checkWithOverlay } from '#engine/declaration/checks/overlay.ts'
import { overlayInForce } from '#lib/overlay/inForce.ts'
import { loadConfiguration } from './load.ts'
import { type LocatedProblem, problemLine, readSources, wrongOverlays } from './sources.ts'

/** The project this runs in. */
export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '')

async function isSound(): Promise<boolean> {
  try {
    const sources = readSources(projectRoot)
    if (wrongOverlays(sources).length > 0) return false
    return checkWithOverlay(await loadConfiguration({ root: projectRoot, sources }), overlayInForce).length === 0
  } catch {
    // What stands in the way is found, with its line, by the whole check.
    return false
  }
}

/** What is wrong with the configuration of this project; nothing where it can be begun with. */
export async function findProblems(): Promise<readonly LocatedProblem[]> {
  if (await isSound()) return []
  // The parser takes a third of a second to load: only where there is something to find.
  const { checkProject } = await import('./checkProject.ts')
  return (await checkProject(projectRoot)).problems
}

/**
 * Lets nothing begin on a wrong configuration: nothing was opened yet, and nothing in a database has changed.
 * @throws Error named ConfigurationError with every problem, its file and line
 */
export async function refuseWrongConfiguration(): Promise<void> {
  const problems = await findProblems()
  if (problems.length === 0) return
  const lines = problems.map(problemLine).join('\n')
  throw Object.assign(
    new Error(`${lines}\nThe configuration is wrong; nothing was begun. \`npm run check-config\` looks at it again.`),
    { name: 'ConfigurationError' },
  )
}
