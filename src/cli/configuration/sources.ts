/** The files of a configuration as text: what is read, and looked into where something is wrong. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { jsonSlip } from './jsonSlips.ts'
import { overlayFiles, publishedPath } from '#lib/overlay/inForce.ts'

/** Text by path from the project's top: `resources/affiliate.ts`. */
export type Sources = ReadonlyMap<string, string>

const folders = ['resources', 'locales', 'themes']

/** Prefix that makes the text of an overlay readable like the other sources. */
export const overlayHead = 'export const overlay = '

/** The overlay in force: the published one, else the files of the project. */
function overlayTexts(root: string): ReadonlyMap<string, string> {
  const published = publishedPath()
  return existsSync(published)
    ? new Map([[relative(root, published), readFileSync(published, 'utf8')]])
    : overlayFiles(root)
}

/** The text of each file of an overlay. */
export const overlaysOf = (sources: Sources): ReadonlyMap<string, string> =>
  new Map(
    [...sources]
      .filter(([path]) => path.endsWith('.json'))
      .map(([path, text]) => [path, text.startsWith(overlayHead) ? text.slice(overlayHead.length) : text]),
  )

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
  for (const [path, text] of overlayTexts(root)) sources.set(path, `${overlayHead}${text}`)
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

/** Where JSON breaks off: the message says the position, or the sign and what stands around it. */
function brokenAt(text: string, message: string): number {
  const [, position] = /position (\d+)/.exec(message) ?? []
  if (position !== undefined) return Number(position)
  const [, sign = '', around = ''] =
    /^Unexpected token '([\s\S])', (?:\.\.\.)?"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/u.exec(message) ?? []
  const begin = text.indexOf(around)
  return begin < 0 || around === '' ? text.length : text.indexOf(sign, begin)
}

/** Files of an overlay that cannot be read. */
export function wrongOverlays(sources: Sources): LocatedProblem[] {
  return [...overlaysOf(sources)].flatMap(([file, text]) => {
    try {
      JSON.parse(text)
      return []
    } catch (error) {
      const { message } = error as Error
      const at = brokenAt(text, message)
      return [
        {
          code: 'C100',
          file,
          line: lineAt(text, at),
          where: '',
          ...(jsonSlip(text, at) ?? {
            what: `This is no JSON: ${message.split(/,|\(| in JSON/)[0]!.trim()}.`,
            how: 'Write names and texts between straight double quotes, a comma between two of them and none after the last.',
          }),
        },
      ]
    }
  })
}
