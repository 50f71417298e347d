/** The files of a configuration as text: what is read, and looked into where something is wrong. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Text by path from the project's top: `resources/affiliate.ts`. */
export type Sources = ReadonlyMap<string, string>

const folders = ['resources', 'locales', 'themes']

/** Reads every file of the configuration of a project. */
export function readSources(root: string): Sources {
  const sources = new Map<string, string>()
  const read = (folder: string): void => {
    if (!existsSync(join(root, folder))) return
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory()) read(path)
      else if (path.endsWith('.ts')) sources.set(path, readFileSync(join(root, path), 'utf8'))
    }
  }
  folders.forEach(read)
  return sources
}

/** The line an offset is in, counted from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** A mistake with the line in which it is mended. */
export interface LocatedProblem {
  readonly code: string
  readonly file: string
  readonly line: number
  /** The declaration it is in: `affiliate.form.payment`; empty where it is in the text itself. */
  readonly where: string
  readonly what: string
  readonly how: string
}

/** A problem as a line of the terminal: `resources/affiliate.ts:14 C040 affiliate.fields.name.requird: … `. */
export function problemLine({ file, line, code, where, what, how }: LocatedProblem): string {
  return `${file}:${line} ${code}${where === '' ? '' : ` ${where}`}: ${what} ${how}`
}
