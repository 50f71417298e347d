import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { log as english } from '#locales/en/log.ts'
import { log as spanish } from '#locales/es/log.ts'
import { log as portuguese } from '#locales/pt/log.ts'
import { transitions } from '#resources/transitions.ts'

const root = join(import.meta.dirname, '../..')
/** What a line is written by, and what follows it. */
const writers = /(?:logActivity|writeAuditEntry|logChange)\([^;]*?operation: '(\w+)'|\blog\('(\w+)'\)/gs

describe('what the activity log calls an operation', () => {
  const operations = new Set<string>()
  for (const file of globSync('src/**/server/**/*.ts', { cwd: root }).concat(
    globSync('src/cli/**/*.ts', { cwd: root }),
  ))
    for (const [, written, short] of readFileSync(join(root, file), 'utf8').matchAll(writers))
      operations.add((written ?? short)!)

  for (const { transitions: declared } of Object.values(transitions))
    for (const name of Object.keys(declared)) operations.add(name)

  it('is found in the sources', () => {
    expect(operations.size).toBeGreaterThan(40)
    expect([...operations]).toEqual(expect.arrayContaining(['confirmTwoStep', 'lockTwoStep', 'approve']))
  })

  it.each([
    ['pt', portuguese],
    ['en', english],
    ['es', spanish],
  ])('has a word in %s', (_language, { operations: words }) => {
    expect([...operations].filter((operation) => !(operation in words))).toEqual([])
  })
})
