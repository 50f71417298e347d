import { constants, cpSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A copy of the project, to be edited and run in a folder of its own. Whoever asks removes it. */
export function copyProject(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  for (const each of ['package.json', 'src', 'resources', 'locales', 'themes'])
    cpSync(join(root, each), join(folder, each), { recursive: true, mode: constants.COPYFILE_FICLONE })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
