import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { copyProject } from './projectCopy.ts'

const root = join(import.meta.dirname, '../..')

/** Puts what a recipe's lines say in the one place of a file where the others stand. */
function applyPart(path: string, part: string): void {
  const lines = part.split('\n').filter((line) => line !== '')
  const without = (sign: string) =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('')
  const text = readFileSync(path, 'utf8')
  expect(text.split(without('+')), `${path} holds once: ${without('+')}`).toHaveLength(2)
  writeFileSync(
    path,
    text.replace(without('+'), () => without('-')),
  )
}

function carryOut(folder: string, { language, path, text }: { language: string; path: string; text: string }): void {
  const isServerWork = /^src\/app\/server\/(computedFields|effects|jobs\/\w+)\.ts$/.test(path)
  if (!isServerWork) expect(path, 'a recipe touches declarations alone').toMatch(/^(resources|locales|themes)\/|^$/)
  const locales = readdirSync(join(folder, 'locales'), { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
  const paths = path.includes('*') ? locales.map((locale) => path.replace('*', locale)) : [path]
  if (language === 'sh') expect(spawnSync('sh', ['-ec', text], { cwd: folder }).status).toBe(0)
  else if (language === 'ts') writeFileSync(join(folder, path), text, { flag: 'wx' })
  else for (const each of paths) text.split('…\n').forEach((part) => applyPart(join(folder, each), part))
}

/**
 * A copy of the project in which every recipe of `resources/README.md` was carried out as it stands there. Whoever asks
 * removes it.
 */
export function copyWithRecipes(): string {
  const folder = copyProject('recipes')
  const [, recipes] = readFileSync(join(root, 'resources/README.md'), 'utf8').split('\n## Recipes\n')
  for (const [, language, path, text] of recipes!.matchAll(/^```(ts|diff|sh) ?(\S*)\n([\s\S]*?)^```$/gm)) {
    carryOut(folder, { language: language!, path: path!, text: text! })
  }
  return folder
}

/** What a program of the copy prints, as JSON. */
export function runInCopy<Result>(
  folder: string,
  program: string,
  environment: Readonly<Record<string, string>> = {},
): Result {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as Result
}
