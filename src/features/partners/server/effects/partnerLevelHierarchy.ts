import { sql } from 'kysely'
import { type HierarchyNode, hierarchyProblem } from '#rules/commission/partners.ts'
import type { Check } from '#engine/records/server/write/effect.ts'

interface Row {
  id: number
  parent: number | null
  level: number
}

/**
 * A partner level's parent is on the level above; level 1 has none; a level that others or partners hang on keeps its
 * number.
 */
export const partnerLevelHierarchy: Check = async ({ transaction, operation, id, after, changed }) => {
  if (operation === 'remove' || !changed.some((name) => name === 'level' || name === 'parent')) return []
  const { rows } = await sql<Row>`select id, parent, level from partner_level`.execute(transaction)
  const nodes = new Map<string | number, HierarchyNode>(rows.map((row) => [row.id, row]))
  const node: HierarchyNode = {
    id: Number(id ?? 0),
    parent: (after!.parent ?? null) as number | null,
    level: after!.level as number,
  }
  const problem = hierarchyProblem({ node, find: (each) => (each === node.id ? node : nodes.get(each)) })
  if (problem) return [{ field: problem === 'invalid_level' ? 'level' : 'parent', code: 'partner_level_parent' }]
  if (id === null || !changed.includes('level')) return []
  const {
    rows: [use],
  } = await sql<{ is_used: boolean }>`select exists (select from partner_level where parent = ${id}::text::bigint)
    or exists (select from partner where partner_level = ${id}::text::bigint) as is_used`.execute(transaction)
  return use!.is_used ? [{ field: 'level', code: 'partner_level_parent' }] : []
}
