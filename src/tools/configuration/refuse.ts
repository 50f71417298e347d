import { fileURLToPath } from 'node:url'
import { checkConfiguration } from '../../config/check.ts'
import { loadConfiguration } from './load.ts'
import { readSources } from './sources.ts'

/** The project this runs in. */
export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '')

async function isSound(): Promise<boolean> {
  try {
    return (
      checkConfiguration(await loadConfiguration({ root: projectRoot, sources: readSources(projectRoot) })).length === 0
    )
  } catch {
    // What stands in the way is found, with its line, by the whole check.
    return false
  }
}

/**
 * Lets nothing begin on a wrong configuration: nothing was opened yet, and nothing in a database has changed.
 * @throws Error named ConfigurationError with every problem, its file and line
 */
export async function refuseWrongConfiguration(): Promise<void> {
  if (await isSound()) return
  // The parser takes a third of a second to load: only where there is something to find.
  const { checkProject, problemLine } = await import('./checkProject.ts')
  const { problems } = await checkProject(projectRoot)
  const lines = problems.map(problemLine).join('\n')
  throw Object.assign(
    new Error(`${lines}\nThe configuration is wrong; nothing was begun. \`npm run check-config\` looks at it again.`),
    { name: 'ConfigurationError' },
  )
}
