/**
 * The server of `npm run dev`, one process for each state of the configuration: it looks at it, says what it would change
 * in the database, waits until it may, and serves the API. What is wrong it says instead, and ends.
 */
import { findProblems } from '../configuration/refuse.ts'
import { explainFailure } from '../support/runCommand.ts'
import { ProcessLifecycle } from '../support/processLifecycle.ts'
import type { ServerMessage } from './messages.ts'

const undertaking = new ProcessLifecycle()
undertaking.stopOnSignals()

const tell = (told: ServerMessage) =>
  new Promise<void>((done) => {
    process.send!(told, () => done())
  })

/** Waits for whoever started us to say yes; a no ends this process. */
async function ask(told: ServerMessage & { kind: 'asks' }): Promise<void> {
  const answered = new Promise((done) => {
    process.once('message', done)
  })
  await tell(told)
  await answered
}

try {
  const problems = await findProblems()
  if (problems.length > 0) {
    await tell({ kind: 'wrong', problems })
    await undertaking.stop(0)
  }
  // Not before: all of it stands on the declarations, and one that cannot be read would be the end without a word.
  const { prepareAsked } = await import('./prepareAsked.ts')
  await prepareAsked(process.env.MIGRATION_DATABASE_URL || process.env.DATABASE_URL!, (changes) =>
    ask({ kind: 'asks', changes }),
  )
  const { serve } = await import('../support/serve.ts')
  await serve(undertaking, {
    pages: undefined,
    welcome: (address) => tell({ kind: 'ready', address }),
    restart: () => tell({ kind: 'outdated' }),
  })
} catch (error) {
  if (!undertaking.isStopping) {
    await tell({ kind: 'failed', text: explainFailure(error) })
    await undertaking.stop(1)
  }
}
