/**
 * The overlay that counts in this process: the copy of the published one that a server keeps beside its data, and where
 * nothing was published the files of `resources/overlay`. Pages read it from themselves (`inForceInPages.ts`).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** An overlay as it is read; what it says is `Overlay` of the engine's language. */
export interface ReadOverlay {
  readonly resources?: Readonly<Record<string, object>>
  readonly menu?: Readonly<Record<string, readonly string[]>>
}

const root = join(import.meta.dirname, '../../..')
const folder = 'resources/overlay'

/** Path of a server's copy of the published overlay. */
export const publishedPath = (): string => join(resolve(process.env['DATA_DIR'] || join(root, 'data')), 'overlay.json')

/** The part of an overlay that is in a file of {@link folder}: an entity, or the menu. */
const partOf = (file: string) => file.slice(0, -'.json'.length)

/** The copy of the published overlay; null if there is none. */
export function readPublished(): { readonly version: number; readonly overlay: ReadOverlay } | null {
  const path = publishedPath()
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { version: number; overlay: ReadOverlay }) : null
}

/** The files of an overlay in a project, by their path from its top. */
export function overlayFiles(project: string): ReadonlyMap<string, string> {
  const path = join(project, folder)
  const names = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.json')) : []
  return new Map(names.sort().map((name) => [`${folder}/${name}`, readFileSync(join(path, name), 'utf8')]))
}

/** The overlay made of these files. */
export function overlayOf(files: ReadonlyMap<string, string>): ReadOverlay {
  const parts = [...files].map(([path, text]) => [partOf(path.slice(folder.length + 1)), JSON.parse(text) as unknown])
  const { menu, ...resources } = Object.fromEntries(parts) as Record<string, object>
  return {
    ...(menu ? { menu: menu as NonNullable<ReadOverlay['menu']> } : {}),
    ...(Object.keys(resources).length > 0 ? { resources } : {}),
  }
}

/** An overlay as files, by their path from the project's top. */
export function filesOf({ menu, resources = {} }: ReadOverlay): ReadonlyMap<string, string> {
  const parts = Object.entries({ ...resources, ...(menu ? { menu } : {}) })
  return new Map(parts.map(([name, part]) => [`${folder}/${name}.json`, `${JSON.stringify(part, null, 2)}\n`]))
}

/** The newest overlay, which may be later than the one this process serves. */
export function readOverlay(): ReadOverlay {
  try {
    return readPublished()?.overlay ?? overlayOf(overlayFiles(root))
  } catch {
    // What cannot be read is found, with its line, by the check of the configuration.
    return {}
  }
}

/** The overlay in force. */
export const overlayInForce: ReadOverlay = readOverlay()
