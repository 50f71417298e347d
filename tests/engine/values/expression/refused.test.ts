import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateExpression } from '#engine/values/expression/evaluate.ts'
import { parseExpression } from '#engine/values/expression/parse.ts'
import { toSql } from '#engine/values/expression/toSql.ts'
import { partnerKeywords } from '#engine/values/expression/tree.ts'

function problemOf(text: string): { code: string; position: number; suggestion?: string } | null {
  const parsed = parseExpression(text)
  return parsed.ok ? null : parsed.problem
}

describe('what is wrong is said with its place', () => {
  it.each<[string, string, number, string?]>([
    ['', 'empty', 0],
    [' \n ', 'empty', 0],
    ['ngrx', 'unknown_word', 0, 'ngr'],
    ['1 + NGR', 'unknown_word', 4, 'ngr'],
    ['ngr - abatement', 'unknown_word', 6, 'abatment'],
    ['gros_value', 'unknown_word', 0, 'gross_value'],
    ['maxx(1, 2)', 'unknown_function', 0, 'max'],
    ['bonus', 'unknown_word', 0],
    ['1 mod 2', 'unknown_word', 2],
    ['not ngr', 'unknown_word', 0],
    ['ngr and ggr', 'unknown_word', 4],
    ['ngr = 1', 'unexpected_character', 4],
    ['ngr & ggr', 'unexpected_character', 4],
    ['!ngr', 'unexpected_character', 0],
    ['5!', 'unexpected_character', 1],
    ['10 % 3', 'remainder', 3],
    ['10%ngr', 'remainder', 2],
    ['10%(3)', 'remainder', 2],
    ['10%%', 'unexpected_character', 3],
    ['2ngr', 'missing_operator', 1],
    ['2(3)', 'missing_operator', 1],
    ['(2)(3)', 'missing_operator', 3],
    ['ngr ggr', 'missing_operator', 4],
    ['ngr(2)', 'missing_operator', 3],
    ['1 2', 'missing_operator', 2],
    ['1e5', 'missing_operator', 1],
    ['0x10', 'missing_operator', 1],
    ['1..2', 'invalid_number', 0],
    ['1.2.3', 'invalid_number', 0],
    ['5.', 'invalid_number', 0],
    ['1234567890123456789', 'invalid_number', 0],
    ['0.1234567890123', 'invalid_number', 0],
    ['1 +', 'missing_operand', 3],
    ['* 2', 'missing_operand', 0],
    ['1 + * 2', 'missing_operand', 4],
    ['2 ** 3', 'missing_operand', 3],
    ['()', 'missing_operand', 1],
    ['ngr ? : 1', 'missing_operand', 6],
    ['(1', 'unclosed_parenthesis', 0],
    ['max(1, 2', 'unclosed_parenthesis', 0],
    ['1 + (2 ? 3 : 4', 'unclosed_parenthesis', 4],
    ['1)', 'unopened_parenthesis', 1],
    ['0,5', 'unexpected_comma', 1],
    ['(1, 2)', 'unexpected_comma', 2],
    ['1 : 2', 'unexpected_colon', 2],
    ['ngr ? 1', 'missing_otherwise', 4],
    ['max(ngr ? 1, 2)', 'missing_otherwise', 8],
    ['max', 'function_arguments', 0],
    ['max()', 'function_arguments', 0],
    ['max(1)', 'function_arguments', 0],
    ['abs(1, 2)', 'function_arguments', 0],
    ['round(1, 2, 3)', 'function_arguments', 0],
    ['round(1, ngr)', 'function_arguments', 9],
    ['round(1, 1.5)', 'function_arguments', 9],
    ['round(1, -1)', 'function_arguments', 10],
    ['1 < 2 < 3', 'chained_comparison', 6],
    ['1 < 2', 'comparison_as_amount', 0],
    ['1 ? 2 > 1 : 3', 'comparison_as_amount', 0],
    ['ngr ^ 0.5', 'exponent', 6],
    ['2 ^ ngr', 'exponent', 4],
    ['2 ^ 21', 'exponent', 4],
    ['2 ^ (1 / 0)', 'exponent', 5],
    ['ngr ^ 20', 'too_large', 0],
  ])('%j: %s at %i', (text, code, position, suggestion) => {
    expect(problemOf(text)).toMatchObject({ code, position, ...(suggestion && { suggestion }) })
  })

  it('takes 500 characters and not 501', () => {
    expect(problemOf(`ngr${' '.repeat(497)}`)).toBeNull()
    expect(problemOf(`ngr${' '.repeat(498)}`)).toMatchObject({ code: 'too_long', position: 500 })
  })

  it('takes other keywords where it is told to, and then not those of partners', () => {
    expect(parseExpression('payout * 2', { keywords: ['payout'] }).ok).toBe(true)
    expect(parseExpression('ngr * 2', { keywords: ['payout'] }).ok).toBe(false)
  })

  it('never takes a keyword inside a longer word', () => {
    fc.assert(
      fc.property(fc.constantFrom(...partnerKeywords), fc.stringMatching(/^[a-z0-9_]{1,5}$/), (keyword, tail) => {
        const word = `${keyword}${tail}`
        expect(parseExpression(word).ok).toBe((partnerKeywords as readonly string[]).includes(word))
      }),
    )
  })
})

const hostile: readonly (readonly [string, string])[] = [
  ['nested parentheses', `${'('.repeat(249)}1${')'.repeat(249)}`],
  ['parentheses that never close', '('.repeat(500)],
  ['parentheses that never opened', `1${')'.repeat(499)}`],
  ['a million parentheses', '('.repeat(1_000_000)],
  ['a tower of powers', '9^9^9^9'],
  ['a long tower of powers', `9${'^9'.repeat(249)}`],
  ['nested powers', '((((9^20)^20)^20)^20)^20'],
  ['a chain of large products', `ngr${'*ngr'.repeat(120)}`],
  ['a chain of divisions', `1${'/ngr'.repeat(120)}`],
  ['a factorial', '170!!!!!!!!!!'],
  ['a row of percents', `1${'%'.repeat(499)}`],
  ['a row of percents and numbers', `1${'%1'.repeat(249)}`],
  ['a row of signs', `${'-'.repeat(499)}1`],
  ['nested choices', `${'1?'.repeat(249)}1`],
  ['nested whole choices', `${'1?2:('.repeat(80)}1${')'.repeat(80)}`],
  ['nested functions', `${'abs('.repeat(100)}1${')'.repeat(100)}`],
  ['a function of mathematics', 'cos(1)'],
  ['an import', 'import({ a: 1 })'],
  ['a unit definition', 'createUnit("a")'],
  ['an evaluation', 'evaluate("1")'],
  ['a parse', 'parse("1")'],
  ['an assignment', 'a=1'],
  ['an assignment to a keyword', 'ngr = 1e308'],
  ['a function definition', 'f(x) = x^2'],
  ['a recursive function', 'f(x) = f(x); f(1)'],
  ['an endless range', '[1:1e9]'],
  ['a range', '1:1000000000'],
  ['a large matrix', 'zeros(10000, 10000)'],
  ['a matrix', '[1,2;3,4]'],
  ['an object', '{a: 1}'],
  ['a text', '"a" + "b"'],
  ['a template', '`${process.exit()}`'],
  ['a unit', '5 cm'],
  ['a conversion', '5 inch to cm'],
  ['a complex number', 'sqrt(-1) * i'],
  ['an infinity', 'Infinity'],
  ['no number', 'NaN'],
  ['a boolean', 'true'],
  ['null', 'null'],
  ['undefined', 'undefined'],
  ['a constant', 'pi * e'],
  ['two lines', '1\n2'],
  ['two statements', '1; 2'],
  ['a comment', '1 # comment'],
  ['a constructor', 'ngr.constructor.constructor("return process")()'],
  ['a prototype', '__proto__'],
  ['a property of everything', 'hasOwnProperty("a")'],
  ['a property as a keyword', 'constructor'],
  ['an accessor', 'ngr[1]'],
  ['optional chaining', 'ngr?.a'],
  ['a nullish choice', 'ngr ?? 1'],
  ['a shift', '1 << 60'],
  ['a bitwise or', '1 | 2'],
  ['a transpose', "ngr'"],
  ['an element-wise power', '2 .^ 3'],
  ['SQL', '1); DROP TABLE entry; --'],
  ['an SQL comment', 'ngr -- 1 /* a */'],
  ['an SQL function', 'pg_sleep(10)'],
  ['full-width digits', '１ + ２'],
  ['Arabic digits', '٣ * ngr'],
  ['a Cyrillic look-alike', 'ngr * реrcentage'],
  ['a combining mark', 'ngŕ'],
  ['a minus that is none', 'ngr − 1'],
  ['a multiplication sign', 'ngr × 2'],
  ['a no-break space', 'ngr\u00a0* 2'],
  ['a zero-width space', 'n\u200bgr'],
  ['a direction mark', '\u202engr'],
  ['a line separator', 'ngr\u2028+ 1'],
  ['NUL', 'ngr\u0000'],
  ['half a surrogate pair', 'ngr + \ud83d'],
  ['an emoji', '💰 * 2'],
  ['an exponent of a number', '1e999999999'],
  ['a hexadecimal number', '0xffffffffffffffff'],
  ['a number of 499 digits', '9'.repeat(499)],
  ['a number of 499 decimals', `0.${'1'.repeat(498)}`],
]

describe('hostile text is refused at once', () => {
  it.each(hostile)('%s', (_, text) => {
    const start = process.cpuUsage()
    const parsed = parseExpression(text)
    const { user, system } = process.cpuUsage(start)
    expect(parsed.ok).toBe(false)
    // In milliseconds of work, since a busy machine lets everybody wait. Generous: what hangs takes seconds or for
    // ever, what is refused takes a fraction of one.
    expect((user + system) / 1000).toBeLessThan(1000)
  })

  it('and so is any other: whatever is accepted evaluates to an amount or a failure with a code', () => {
    const piece = fc.constantFrom(
      ...partnerKeywords,
      'min',
      'max',
      'round',
      'abs',
      '(',
      ')',
      ',',
      '?',
      ':',
      '+',
      '-',
      '*',
      '/',
      '^',
      '%',
      '<',
      '==',
      '!=',
      '1',
      '0',
      '2.5',
      '9',
      ' ',
    )
    const values = Object.fromEntries(partnerKeywords.map((word, index) => [word, index - 2]))
    const columns = Object.fromEntries(partnerKeywords.map((word) => [word, word]))
    const texts = fc.oneof(
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary', maxLength: 100 }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseExpression(text)
        if (!parsed.ok) {
          expect(parsed.problem.code).not.toBe('syntax')
          expect(parsed.problem.position).toBeLessThanOrEqual(text.length)
          return
        }
        const result = evaluateExpression({ tree: parsed.tree, values })
        expect(
          result.ok ? result.value.isFinite() : ['division_by_zero', 'too_large'].includes(result.failure.code),
        ).toBe(true)
        expect(toSql({ tree: parsed.tree, columns })).not.toMatch(/--|;|'|\/\*/)
      }),
      { numRuns: 2000 },
    )
  })
})
