/**
 * `npm run overlay`: writes what was published in the studio into `resources/overlay`; with `--draft` the newest draft,
 * with `--publish` publishes what stands there.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesOf, overlayFiles, overlayOf } from '#lib/overlay/inForce.ts'
import type { Overlay } from '#engine/declaration/overlay/overlay.ts'
import { withClient } from '#engine/server/database/client.ts'
import { studioParts } from '#app/server/studio.ts'
import { checkDraft } from './configuration/checkDraft.ts'
import { projectRoot } from './configuration/refuse.ts'
import { newestPublished, writeCopy } from './support/followPublished.ts'
import { type OwnedDatabase, withOwnedDatabase } from './support/ownerDatabase.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

async function newestDraft(url: string): Promise<Overlay | undefined> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ content: Overlay }>('select content from overlay where version is null order by at desc limit 1'),
  )
  return rows[0]?.content
}

/** Publishes the files if servers can start with them. */
async function publishFiles({ url, environment }: OwnedDatabase): Promise<void> {
  const overlay = overlayOf(overlayFiles(projectRoot)) as Overlay
  const problems = await checkDraft(overlay)
  if (problems.length > 0)
    throw new UsageError(problems.map(({ where, what, how }) => `${where}: ${what} ${how}`).join('\n'))
  if (!(await studioParts({ environment }, undefined).hasColumns(overlay)))
    throw new UsageError('The database has no columns for what is new. Run `npm run migration` and `npm run migrate`.')
  const version = ((await newestPublished(url))?.version ?? 0) + 1
  await withClient(url, (client) =>
    client.query('insert into overlay (version, based_on, content) values ($1, $2, $3)', [
      version,
      version - 1,
      JSON.stringify(overlay),
    ]),
  )
  // A server here whose copy is wrong does not come as far as the database.
  writeCopy({ version, overlay })
  process.stdout.write(`Published as version ${version}; servers take it over within seconds.\n`)
}

async function main(): Promise<void> {
  const { publish, draft } = readOptions({
    options: { publish: { type: 'boolean' }, draft: { type: 'boolean' } },
  }).values
  await withOwnedDatabase({}, async (database) => {
    const { url } = database
    if (publish) return await publishFiles(database)
    const overlay = draft ? await newestDraft(url) : (await newestPublished(url))?.overlay
    if (!overlay) throw new UsageError(draft ? 'There is no draft.' : 'Nothing was published.')
    for (const [path, text] of filesOf(overlay)) {
      mkdirSync(dirname(join(projectRoot, path)), { recursive: true })
      writeFileSync(join(projectRoot, path), text)
      process.stdout.write(`Wrote ${path}\n`)
    }
  })
}

runCommand(main)
