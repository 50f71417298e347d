/** `npm start`: the server with its pages, once the configuration is found to be sound. */
import { refuseWrongConfiguration } from './configuration/refuse.ts'
import { readOptions } from './support/readOptions.ts'
import { explainFailure } from './support/runCommand.ts'
import { ProcessLifecycle } from './support/processLifecycle.ts'

const undertaking = new ProcessLifecycle()
undertaking.stopOnSignals()
try {
  readOptions({})
  await refuseWrongConfiguration().catch(async (error: unknown) => {
    const { tookNewer } = await import('./support/followPublished.ts')
    if (!(await tookNewer())) throw error
    await undertaking.restart()
  })
  // Not before: all of it stands on the declarations, and one that cannot be read would be the end without a word.
  const { serve } = await import('./support/serve.ts')
  await serve(undertaking)
} catch (error) {
  if (!undertaking.isStopping) {
    process.stderr.write(`${explainFailure(error)}\n`)
    await undertaking.stop(1)
  }
}
