import { declaredLabel } from '#engine/declaration/overlay/declaredLabels.ts'
import type { Configuration } from '#engine/declaration/checks/configuration.ts'
import { originOf } from '../configuration/checkProject.ts'
import { filesOf } from '../configuration/imports.ts'
import { placeOf } from '../configuration/locate.ts'
import { projectRoot } from '../configuration/refuse.ts'
import type { Sources } from '../configuration/sources.ts'
import type { Node } from '../configuration/syntaxTree.ts'

/** A text as a translator gave it. */
export interface Translation {
  /** `resources.contract.fields.endsOn` */
  readonly key: string
  readonly text: string
}

/** Every text of a language by its key. */
export function textsIn(locale: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') found.set(key, value)
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) visit(each, `${key}.${name}`)
  }
  // `messages` puts the others together.
  for (const [part, value] of Object.entries(locale)) if (part !== 'messages') visit(value, part)
  return found
}

const literal = (text: string) =>
  text.includes("'") && !text.includes('"')
    ? JSON.stringify(text)
    : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const name = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`)

/** What stands in the place of a text, or is added to the object that lacks it; null where neither can be. */
function editOf(node: Node, { lacking, text }: { lacking: readonly string[]; text: string }): Edit | null {
  if (lacking.length === 0)
    return node.type === 'Literal' ? { start: node.start, end: node.end, text: literal(text) } : null
  const last = (node['properties'] as readonly Node[] | undefined)?.at(-1)
  if (node.type !== 'ObjectExpression' || lacking.length > 1 || !last) return null
  return { start: last.end, end: last.end, text: `, ${name(lacking[0]!)}: ${literal(text)}` }
}

/** The files in which translations change something, each with its text then. */
export function changesOf({
  language,
  translations,
  configuration,
  sources,
}: {
  language: string
  translations: readonly Translation[]
  configuration: Configuration
  sources: Sources
}): { readonly files: ReadonlyMap<string, string>; readonly count: number; readonly unplaced: readonly string[] } {
  const texts = textsIn(configuration.locales[language]!)
  const project = filesOf(projectRoot, sources)
  const edits = new Map<string, Edit[]>()
  const unplaced: string[] = []
  for (const { key, text } of translations) {
    if (text === '' || texts.get(key) === text) continue
    const path = key.split('.')
    const beside = declaredLabel(path, configuration)
    const isInFile =
      path.reduce<any>((found, part) => found?.[part], configuration.localeFiles?.[language]) !== undefined
    const origin = originOf(beside && !isInFile ? [...beside.path, language] : ['locales', language, ...path], {
      sources,
    })
    const place = placeOf(origin, project)
    const edit = place && editOf(place.node, { lacking: origin.steps.slice(place.steps), text })
    if (edit) edits.set(place.file.path, [...(edits.get(place.file.path) ?? []), edit])
    else unplaced.push(key)
  }
  const files = [...edits].map(([path, changes]): [string, string] => [
    path,
    changes
      .toSorted((one, other) => other.start - one.start)
      .reduce((text, { start, end, text: next }) => text.slice(0, start) + next + text.slice(end), sources.get(path)!),
  ])
  return { files: new Map(files), count: [...edits.values()].flat().length, unplaced }
}
