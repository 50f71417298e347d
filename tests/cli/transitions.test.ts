import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runInCopy } from '#tests/support/recipes.ts'

const root = join(import.meta.dirname, '../..')
const path = 'resources/transitions.ts'
const source = readFileSync(join(root, path), 'utf8')

const hidden = "      hide: { from: 'approved', to: 'withdrawn' },\n"
/** Wrong edits: what is meant, a text, what stands in its place, and the code and remedy that answer it. */
const edits = [
  ['a misspelt state', "to: 'approved'", "to: 'aproved'", 'C143', /Did you mean 'approved'\?/],
  ['a misspelt role', "roles: ['brand']", "roles: ['brnd']", 'C023', /Did you mean 'brand'\?/],
  ['a misspelt effect', "effect: 'showMedia'", "effect: 'showMedai'", 'C034', /Did you mean 'showMedia'\?/],
  ['a misspelt field of the state', "state: 'state'", "state: 'stat'", 'C012', /Did you mean 'state'\?/],
  ['a misspelt field that is set', "decidedBy: 'actor'", "decidedBi: 'actor'", 'C012', /Did you mean 'decidedBy'\?/],
  ['a field set with an input that is not asked for', "reason: 'empty'", "reason: 'why'", 'C043', /Use one of/],
  ['another word for the second person', "by: 'another'", "by: 'other'", 'C043', /Did you mean 'another'\?/],
  ['a state that no transition leads to', "begins: ['draft']", "begins: ['approved']", 'C144', /to: 'draft'/],
  ['authors who may decide all the same', "        by: 'another',\n", '', 'C146', /authors/],
  ['a misspelt option', "proof: 'code'", "prof: 'code'", 'C040', /Did you mean 'proof'\?/],
  ['a misspelt resource', '  media: {', '  medai: {', 'C020', /Did you mean 'media'\?/],
  ['a decision without labels', '      withdraw: {', `${hidden}      withdraw: {`, 'C080', /locales\/pt/],
] as const

interface Found {
  readonly code: string
  readonly file: string
  readonly line: number
  readonly how: string
}

/** Checks each edit in one process of its own: a changed module is another module there. */
const program = `
  import { checkProject } from './src/cli/configuration/checkProject.ts'
  const answers = []
  for (const text of JSON.parse(process.env.TEXTS)) {
    const { problems } = await checkProject(process.cwd(), { path: '${path}', text })
    answers.push(problems.map(({ code, file, line, how }) => ({ code, file, line, how })))
  }
  console.log(JSON.stringify(answers))
`

describe('the check of declared decisions', () => {
  let answers: readonly (readonly Found[])[]
  beforeAll(() => {
    const texts = edits.map(([, before, after]) => source.replace(before, () => after))
    answers = runInCopy(root, program, { TEXTS: JSON.stringify([source, ...texts]) })
  }, 120_000)

  it('finds nothing wrong with those that are there', () => {
    expect(answers[0]).toEqual([])
  })
  it.each(edits.map((edit, index) => [edit[0], index] as const))('finds %s, with file, line and remedy', (_, index) => {
    const [, before, , code, how] = edits[index]!
    expect(source).toContain(before)
    const found = answers[index + 1]!.find((problem) => problem.code === code)
    expect(found ?? answers[index + 1]).toMatchObject({ file: path, how: expect.stringMatching(how) })
    const line = source.slice(0, source.indexOf(before)).split('\n').length
    expect(Math.abs(found!.line - line)).toBeLessThanOrEqual(12)
  })
})
