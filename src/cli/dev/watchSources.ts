import { join, posix, relative, sep } from 'node:path'
import type { FSWatcher } from 'vite'

/** What a server is made of. The pages' own sources show by themselves. */
const folders = ['resources', 'locales', 'themes', 'src']
const source = /\.(?:ts|sql|json)$/
/** Pages and commands. */
const ofOthers = /^src\/(?:.*\/)?ui\/|^src\/cli\//
/** An editor writes a file in several steps, and a change of branches many files. */
const settleMs = 40

/** Tells of each edit of what a server is made of, some files at a time. @returns what ends it */
export function watchSources(
  watcher: FSWatcher,
  { root, edited }: { root: string; edited: (paths: readonly string[]) => void },
): () => void {
  const paths = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const settle = () => {
    const found = [...paths]
    paths.clear()
    edited(found)
  }
  const take = (_: string, file: string) => {
    const path = relative(root, file).split(sep).join(posix.sep)
    if (!source.test(path) || ofOthers.test(path) || !folders.some((folder) => path.startsWith(`${folder}/`))) return
    paths.add(path)
    clearTimeout(timer)
    timer = setTimeout(settle, settleMs)
  }
  watcher.add(folders.map((folder) => join(root, folder)))
  watcher.on('all', take)
  return () => {
    clearTimeout(timer)
    watcher.off('all', take)
  }
}
