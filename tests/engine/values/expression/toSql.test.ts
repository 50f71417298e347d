import { describe, expect, it } from 'vitest'
import { parseExpression } from '#engine/values/expression/parse.ts'
import { toSql } from '#engine/values/expression/toSql.ts'
import { partnerKeywords } from '#engine/values/expression/tree.ts'

const columns = Object.fromEntries(partnerKeywords.map((word) => [word, `p.${word}`]))

function sqlOf(text: string): string {
  const parsed = parseExpression(text)
  if (!parsed.ok) throw new Error(parsed.problem.message)
  return toSql({ tree: parsed.tree, columns })
}

describe('an expression as SQL', () => {
  it.each([
    ['ngr + 1', '(round(p.ngr::numeric, 20) + 1::numeric)'],
    ['-ngr', '(- round(p.ngr::numeric, 20))'],
    ['10%', 'round(10::numeric * 0.01, 20)'],
    ['1 / 3', 'round(round(1::numeric, 30) / nullif(3::numeric, 0), 20)'],
    ['2 ^ 3', 'round(power(round(2::numeric, 30), 3::numeric), 20)'],
    ['1 != 2 ? 3 : 4', '(CASE (1::numeric <> 2::numeric) WHEN TRUE THEN 3::numeric WHEN FALSE THEN 4::numeric END)'],
    ['1 ? 3 : 4', '(CASE (1::numeric <> 0) WHEN TRUE THEN 3::numeric WHEN FALSE THEN 4::numeric END)'],
    [
      '(1 < 2) * 3',
      'round((CASE (1::numeric < 2::numeric) WHEN TRUE THEN 1::numeric WHEN FALSE THEN 0::numeric END) * 3::numeric, 20)',
    ],
    ['min(1, 2)', 'least(1::numeric, 2::numeric)'],
    ['round(ngr, 2)', 'round(round(p.ngr::numeric, 20), 2)'],
  ])('%s is written as %s', (text, sql) => {
    expect(sqlOf(text)).toBe(sql)
  })

  it('lets the null of an operand that can fail through min and max', () => {
    expect(sqlOf('max(1, 1 / ngr)')).toContain('CASE WHEN count(operand) = count(*) THEN max(operand) END')
  })

  it('takes columns that are identifiers and nothing else', () => {
    const { tree } = parseExpression('ngr') as Extract<ReturnType<typeof parseExpression>, { ok: true }>
    for (const column of ['ngr', 'p.ngr', '"ngr"', '"p"."Ngr"', 'p."ngr"'])
      expect(toSql({ tree, columns: { ngr: column } })).toContain(column)
    for (const column of ['', 'ngr; drop table entry', 'a.b.c', '(select 1)', '"a"b"', 'ngr--', 'NGR', '1'])
      expect(() => toSql({ tree, columns: { ngr: column } })).toThrow('column')
    expect(() => toSql({ tree, columns: {} })).toThrow('ngr')
  })
})
