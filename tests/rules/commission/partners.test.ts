import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compilePartnerExpression,
  hierarchyProblem,
  computePartnerCommission,
  partnerValues,
} from '#rules/commission/partners.ts'
import type { HierarchyNode, PartnerInput } from '#rules/commission/partners.ts'
import { defaultExpression } from '#engine/values/expression/tree.ts'
import { roundMoney } from '#engine/values/money.ts'

function compiled(text: string): PartnerInput['expression'] {
  const result = compilePartnerExpression(text)
  if (!result.ok) throw new Error(result.problem.message)
  return result.expression
}

function buildInput(given: Partial<Omit<PartnerInput, 'expression'>> & { expression?: string } = {}): PartnerInput {
  const { expression = defaultExpression, ...rest } = given
  const sums = { turnover: 5000, ggr: 1200, admin_fee: 50, ngr: 1000, affiliate_reward: 300 }
  return { expression: compiled(expression), level: 1, sums, percentage: 30, abatement: 10, ...rest }
}

function amountOf(input: PartnerInput): string {
  const result = computePartnerCommission(input)
  return result.ok ? roundMoney(result.amount) : result.failure.code
}

describe('what a partner earned', () => {
  it('vector 9: ngr 1000, affiliate reward 300, abatement 10 %, percentage 30 % make gross value 700, abatment 70 and 189.00', () => {
    const values = partnerValues(buildInput())
    expect([values.gross_value, values.abatment, values.value]).toEqual(['700', '70', '630'])
    expect(amountOf(buildInput())).toBe('189.00')
  })

  it('vector 10: on level 2, value * percentage with 20 % of a parent that earned 189.00 is 37.80', () => {
    expect(
      amountOf(buildInput({ expression: 'value * percentage', level: 2, percentage: 20, parentEarned: '189.00' })),
    ).toBe('37.80')
  })

  it('has no abatment where gross value is negative, and a negative result counts as 0', () => {
    const input = buildInput({ sums: { ...buildInput().sums, ngr: 100 } })
    expect([partnerValues(input).gross_value, partnerValues(input).abatment]).toEqual(['-200', '0'])
    const result = computePartnerCommission(input)
    expect(result.ok && [result.result.toFixed(), result.amount.toFixed()]).toEqual(['-60', '0'])
  })

  it('stops at a division by zero, names it, and leaves the amounts that were read', () => {
    const result = computePartnerCommission(buildInput({ expression: 'ngr / (ggr - 1200)' }))
    expect(result).toMatchObject({
      ok: false,
      failure: { code: 'division_by_zero', position: 7 },
      values: { ggr: '1200' },
    })
  })

  it('refuses to take a missing parent for nothing', () => {
    expect(() => computePartnerCommission(buildInput({ level: 2 }))).toThrow('parent')
  })

  it('by the default formula is never negative and never more than its percentage of what is left', () => {
    const cents = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((value) => (value / 100).toFixed(2))
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        (ngr, affiliate_reward, percentage, abatement) => {
          const result = computePartnerCommission(
            buildInput({ sums: { turnover: 0, ggr: 0, admin_fee: 0, ngr, affiliate_reward }, percentage, abatement }),
          )
          const left = Number(ngr) - Number(affiliate_reward)
          const reference = (Math.max(0, left) * (100 - abatement) * percentage) / 10_000
          expect(result.ok && result.amount.toNumber()).toBeCloseTo(reference, 4)
        },
      ),
    )
  })
})

describe('the hierarchy of partners', () => {
  const nodes: HierarchyNode[] = [
    { id: 1, level: 1, parent: null },
    { id: 2, level: 2, parent: 1 },
    { id: 3, level: 3, parent: 2 },
    { id: 8, level: 2, parent: 9 },
    { id: 9, level: 1, parent: 8 },
  ]
  const find = (id: string | number) => nodes.find((node) => node.id === id)

  it.each<[HierarchyNode, string | null]>([
    [{ id: 4, level: 1, parent: null }, null],
    [{ id: 4, level: 2, parent: 1 }, null],
    [{ id: 4, level: 3, parent: 2 }, null],
    [{ id: 4, level: 1, parent: 1 }, 'parent_not_allowed'],
    [{ id: 4, level: 2, parent: null }, 'parent_required'],
    [{ id: 4, level: 3, parent: 1 }, 'parent_not_on_level_above'],
    [{ id: 4, level: 2, parent: 2 }, 'parent_not_on_level_above'],
    [{ id: 4, level: 2, parent: 77 }, 'parent_unknown'],
    [{ id: 4, level: 4, parent: 3 }, 'invalid_level'],
    [{ id: 4, level: 0, parent: null }, 'invalid_level'],
    [{ id: 4, level: 1.5, parent: null }, 'invalid_level'],
    [{ id: 4, level: 2, parent: 4 }, 'cycle'],
    [{ id: 2, level: 2, parent: 3 }, 'cycle'],
    [{ id: 5, level: 2, parent: 9 }, 'cycle'],
  ])('%j: %s', (node, problem) => {
    expect(hierarchyProblem({ node, find })).toBe(problem)
  })
})
