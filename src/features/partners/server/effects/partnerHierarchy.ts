import { sql } from 'kysely'
import { type HierarchyNode, hierarchyProblem } from '#rules/commission/partners.ts'
import type { Check } from '#engine/records/server/write/effect.ts'

interface Row {
  id: number
  parent: number | null
  level: number
}

/**
 * A partner's parent is a partner of the level above; level 1 has none; a partner that others hang on keeps its level.
 */
export const partnerHierarchy: Check = async ({ transaction, operation, id, after, changed }) => {
  if (operation === 'remove' || !changed.some((name) => name === 'partnerLevel' || name === 'parent')) return []
  const {
    rows: [own],
  } = await sql<{
    level: number
  }>`select level from partner_level where id = ${String(after!.partnerLevel)}::text::bigint`.execute(transaction)
  const parent = (after!.parent ?? null) as number | null
  const { rows } = await sql<Row>`with recursive above as (
    select id, parent, partner_level from partner where id = ${parent === null ? null : String(parent)}::text::bigint
    union select up.id, up.parent, up.partner_level from partner up join above on above.parent = up.id
  ) select above.id, above.parent, partner_level.level from above
    join partner_level on partner_level.id = above.partner_level`.execute(transaction)
  const nodes = new Map<string | number, HierarchyNode>(rows.map((row) => [row.id, row]))
  const node: HierarchyNode = { id: Number(id ?? 0), parent, level: own!.level }
  const problem = hierarchyProblem({ node, find: (each) => (each === node.id ? node : nodes.get(each)) })
  if (problem)
    return [
      {
        field: problem === 'invalid_level' ? 'partnerLevel' : 'parent',
        code: problem === 'invalid_level' ? 'invalid_partner_level' : 'partner_level_parent',
      },
    ]
  const {
    rows: [below],
  } = await sql<{
    is_broken: boolean
  }>`select exists (select from partner child join partner_level on partner_level.id = child.partner_level
    where child.parent = ${id}::text::bigint and partner_level.level <> ${node.level + 1}::integer) as
      is_broken`.execute(transaction)
  return below!.is_broken ? [{ field: 'partnerLevel', code: 'partner_level_parent' }] : []
}
