/**
 * Checks a project once for each wrong edit of it, all in this process and without writing anything; answers what was
 * not found.
 */
import { join } from 'node:path'
import { checkSources } from '#cli/configuration/checkProject.ts'
import { problemLine, readSources } from '#cli/configuration/sources.ts'
import { wrongEdits } from './edits.ts'

const root = join(import.meta.dirname, '../../..')
const sources = readSources(root)
const only = process.argv[2]
const edits = wrongEdits(sources).filter(({ kind }) => !only || kind === only)
const unanswered: object[] = []
const counts: Record<string, number> = {}
const began = performance.now()
for (const { kind, path, line, change, text, code } of edits) {
  counts[kind] = (counts[kind] ?? 0) + 1
  const { problems } = await checkSources(root, sources, { path, text })
  const isAnswered = problems.some(
    (problem) =>
      problem.file === path &&
      problem.line === line &&
      (code ? problem.code === code : /^C\d{3}$/.test(problem.code)) &&
      problem.how !== '',
  )
  if (!isAnswered) unanswered.push({ kind, at: `${path}:${line}`, change, said: problems.slice(0, 3).map(problemLine) })
}
process.stdout.write(
  JSON.stringify({ edits: edits.length, counts, unanswered, seconds: (performance.now() - began) / 1000 }, null, 1),
)
