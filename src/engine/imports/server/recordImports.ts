import type { JobTask } from '#engine/jobs/server/job.ts'
import { runImport } from './runImport.ts'
import { removeOldImports, takeImport } from './storedImports.ts'

/** Imports files of records in the background, one after the other; asked for by each of them. */
export const recordImports: JobTask = {
  async run({ context, signal, progress }) {
    const { db } = context.database
    await removeOldImports(db, context.now())
    let count = 0
    for (let taken = await takeImport(db, context.now()); taken; taken = await takeImport(db, context.now())) {
      await runImport(context, taken, { signal, onProgress: progress })
      count += 1
      signal.throwIfAborted()
    }
    return [{ code: 'uploads', values: { count } }]
  },
}
