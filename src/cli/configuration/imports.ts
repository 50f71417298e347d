/** What files import from each other: whether it is there, and what hangs on what. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, posix } from 'node:path'
import { nearest } from '#engine/values/nearest.ts'
import { nameOneOf } from '#engine/declaration/checks/suggest.ts'
import { lineAt, type LocatedProblem, type Sources } from './sources.ts'
import { childrenOf, type Node, parseFile, type ParsedFile } from './syntaxTree.ts'

interface Import {
  readonly from: string
  readonly isOfTypes: boolean
  readonly names: readonly { readonly name: string; readonly start: number }[]
  readonly start: number
}

const valueOf = (node: unknown) => String((node as Node)['value'])
const nameOf = (node: Node) => String(node['name'] ?? node['value'])

const read = new WeakMap<ParsedFile, readonly Import[]>()

/** The imports of a file, and what it passes on from others. */
function importsOf(file: ParsedFile): readonly Import[] {
  const before = read.get(file)
  if (before) return before
  const found = file.body
    .filter((node) => node['source'])
    .map((node) => ({
      from: valueOf(node['source']),
      start: (node['source'] as Node).start,
      isOfTypes: node['importKind'] === 'type' || node['exportKind'] === 'type',
      names: ((node['specifiers'] ?? []) as Node[]).flatMap((each) => {
        if (each.type === 'ImportSpecifier') return [{ name: nameOf(each['imported'] as Node), start: each.start }]
        if (each.type === 'ExportSpecifier') return [{ name: nameOf(each['local'] as Node), start: each.start }]
        return each.type === 'ImportDefaultSpecifier' ? [{ name: 'default', start: each.start }] : []
      }),
    }))
  read.set(file, found)
  return found
}

/** The path of an imported file from the project's top; null where it is a package. */
const targetOf = (file: string, from: string) => {
  if (from.startsWith('.')) return posix.join(posix.dirname(file), from)
  const [, top, rest] = /^#(\w+)\/(.*)$/.exec(from) ?? []
  return top === undefined ? null : `${/^(resources|locales|themes|tests)$/.test(top) ? '' : 'src/'}${top}/${rest}`
}

/** The names that a pattern such as `[first, { second }]` gives. */
function namesIn(pattern: Node): string[] {
  return pattern.type === 'Identifier'
    ? [nameOf(pattern)]
    : childrenOf(pattern).flatMap((each) => namesIn((each['value'] ?? each) as Node))
}

/** The names of a declaration, a pattern's too. */
function declaredNames(node: Node): string[] {
  if (node.type !== 'VariableDeclaration') return node['id'] ? [nameOf(node['id'] as Node)] : []
  return (node['declarations'] as Node[]).flatMap((each) => namesIn(each['id'] as Node))
}

/** Everything a file is asked of, with what other files it needs for that. */
export interface Files {
  /** The text of a file; undefined where there is none. */
  readonly text: (path: string) => string | undefined
}

/** The files of a project, of which some are read already or changed. */
export function filesOf(root: string, sources: Sources): Files {
  const others = new Map<string, string | undefined>()
  const readOther = (path: string) => {
    if (!others.has(path))
      others.set(path, existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)
    return others.get(path)
  }
  return {
    text: (path) => sources.get(path) ?? (/^(resources|locales|themes)\//.test(path) ? undefined : readOther(path)),
  }
}

function exportsOf(path: string, files: Files): string[] {
  const text = files.text(path)
  if (text === undefined || !/\.tsx?$/.test(path)) return []
  const file = parseFile(path, text)
  return file.body.flatMap((node) => {
    if (node.type === 'ExportDefaultDeclaration') return ['default']
    if (node.type === 'ExportAllDeclaration') {
      const target = targetOf(path, valueOf(node['source']))
      return target === null ? [] : exportsOf(target, files)
    }
    if (node.type !== 'ExportNamedDeclaration') return []
    const declaration = node['declaration'] as Node | null
    return [
      ...(declaration ? declaredNames(declaration) : []),
      ...(node['specifiers'] as Node[]).map((each) => nameOf(each['exported'] as Node)),
    ]
  })
}

function isInstalled(root: string, name: string): boolean {
  if (name.startsWith('node:')) return true
  try {
    createRequire(join(root, 'package.json')).resolve(name)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND'
  }
}

/** What a file imports is there, and has the names that are asked of it. */
export function checkImports(
  file: ParsedFile,
  { root, sources, files }: { root: string; sources: Sources; files: Files },
): LocatedProblem[] {
  return importsOf(file).flatMap(({ from, names, start }) => {
    const at = (offset: number) => ({ file: file.path, line: lineAt(file.text, offset), where: '' })
    const target = targetOf(file.path, from)
    if (target === null) {
      if (isInstalled(root, from)) return []
      return [
        {
          ...at(start),
          code: 'C101',
          what: `There is no package ${from}.`,
          how: 'Import a file, or a package that package.json names.',
        },
      ]
    }
    if (files.text(target) === undefined) {
      const meant = nearest(target, [...sources.keys()])
      const how = meant === null ? 'Name a file that is there, with its ending .ts.' : `Did you mean ${meant}?`
      return [{ ...at(start), code: 'C101', what: `There is no file ${target}.`, how }]
    }
    const exported = exportsOf(target, files)
    return names
      .filter(({ name }) => !exported.includes(name))
      .map(({ name, start: offset }) => ({
        ...at(offset),
        code: 'C102',
        what: `${target} has nothing called ${name}.`,
        how: nameOneOf(name, exported),
      }))
  })
}

/** The files that read a file when they run, directly or through others, and the file itself. */
export function dependentsOf(path: string, sources: Sources): Set<string> {
  const found = new Set([path])
  const readBy = (each: string, text: string) =>
    importsOf(parseFile(each, text)).flatMap(({ from, isOfTypes }) => (isOfTypes ? [] : [targetOf(each, from)]))
  const targets = new Map([...sources].map(([each, text]) => [each, readBy(each, text)]))
  for (let size = 0; size < found.size;) {
    size = found.size
    for (const [each, imported] of targets)
      if (imported.some((target) => target !== null && found.has(target))) found.add(each)
  }
  return found
}

/** The files that some other file reads when it runs. */
export function importedFiles(sources: Sources): ReadonlySet<string> {
  return new Set(
    [...sources].flatMap(([path, text]) =>
      importsOf(parseFile(path, text)).flatMap(({ from, isOfTypes }) =>
        isOfTypes ? [] : [targetOf(path, from) ?? []].flat(),
      ),
    ),
  )
}

/** The file and name behind a name that a file imports; null where it imports no such name. */
export function importedAs(file: ParsedFile, local: string): { path: string; name: string } | null {
  for (const node of file.body.filter(({ type }) => type === 'ImportDeclaration')) {
    const specifier = (node['specifiers'] as Node[]).find((each) => nameOf(each['local'] as Node) === local)
    const path = targetOf(file.path, valueOf(node['source']))
    if (specifier && path !== null)
      return { path, name: specifier['imported'] ? nameOf(specifier['imported'] as Node) : '*' }
  }
  return null
}

/** Every name a file can speak of: what it imports and declares. */
export function knownNames(file: ParsedFile): string[] {
  const imported = file.body
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap((node) => (node['specifiers'] as Node[]).map((each) => nameOf(each['local'] as Node)))
  const declarations = file.body.map((node) => (node['declaration'] ?? node) as Node)
  return [
    ...imported,
    ...declarations.flatMap((node) => (node.type.endsWith('Declaration') ? declaredNames(node) : [])),
  ]
}
