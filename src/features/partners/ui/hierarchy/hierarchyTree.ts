/** The hierarchy as a tree. Pure, so that it can be tested without a page. */
import { holdsText } from '#engine/values/foldText.ts'

/** A rung, as the API answers it. */
export interface Level {
  readonly id: number
  readonly name: string
  readonly company: number | null
  readonly level: number
  readonly expression: string | null
}

/** A partner with what hangs on it; percentages are percent. */
export interface Partner {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly company: number | null
  readonly partnerLevel: number
  readonly parent: number | null
  readonly percentage: number | null
  readonly abatement: number | null
  readonly affiliateCount: number
  readonly subBrands: readonly { readonly id: number; readonly name: string }[]
}

/** What `GET /api/partner/hierarchy` answers. */
export interface Hierarchy {
  readonly levels: readonly Level[]
  readonly partners: readonly Partner[]
  /** How many affiliates of each company hang on nobody. */
  readonly freeAffiliates: readonly { readonly company: number | null; readonly count: number }[]
}

/** A partner in its place. */
export interface PartnerNode {
  readonly partner: Partner
  readonly level: Level | undefined
  readonly children: readonly PartnerNode[]
}

/** The partners as trees: those whose parent is not in sight stand on top, so that nobody is lost. */
export function treesOf({ levels, partners }: Hierarchy): PartnerNode[] {
  const levelById = new Map(levels.map((level) => [level.id, level]))
  const known = new Set(partners.map(({ id }) => id))
  const below = Map.groupBy(partners, ({ parent }) => (parent !== null && known.has(parent) ? parent : null))
  const nodeOf = (partner: Partner): PartnerNode => ({
    partner,
    level: levelById.get(partner.partnerLevel),
    children: (below.get(partner.id) ?? []).map(nodeOf),
  })
  const rank = ({ level }: PartnerNode) => level?.level ?? 0
  return (below.get(null) ?? []).map(nodeOf).sort((one, other) => rank(one) - rank(other))
}

/** The companies of a hierarchy, each once; several for root alone. */
export function companiesOf({ levels, partners, freeAffiliates }: Hierarchy): number[] {
  return [...new Set([...levels, ...partners, ...freeAffiliates].flatMap(({ company }) => company ?? []))].sort(
    (one, other) => one - other,
  )
}

/** The part of a hierarchy that is of one company; all of it where none is chosen. */
export function ofCompany(hierarchy: Hierarchy, chosen: number | null): Hierarchy {
  if (chosen === null) return hierarchy
  const isOwn = ({ company }: { readonly company: number | null }) => company === chosen
  return {
    levels: hierarchy.levels.filter(isOwn),
    partners: hierarchy.partners.filter(isOwn),
    freeAffiliates: hierarchy.freeAffiliates.filter(isOwn),
  }
}

/** How many partners are below one, at any depth. */
export function countBelow({ children }: PartnerNode): number {
  return children.reduce((count, child) => count + 1 + countBelow(child), 0)
}

/**
 * The partners whose name, or that of a sub brand, contains the text, with those above and below them.
 * @returns also how many match themselves.
 */
export function treesMatching(trees: readonly PartnerNode[], text: string): { trees: PartnerNode[]; count: number } {
  const sought = text.trim()
  if (sought === '') return { trees: [...trees], count: 0 }
  let count = 0
  const matches = ({ partner }: PartnerNode) =>
    holdsText(partner.name, sought) || partner.subBrands.some(({ name }) => holdsText(name, sought))
  const kept = (nodes: readonly PartnerNode[]): PartnerNode[] =>
    nodes.flatMap((node) => {
      const children = kept(node.children)
      if (!matches(node)) return children.length > 0 ? [{ ...node, children }] : []
      count += 1
      return [{ ...node, children: node.children }]
    })
  const found = kept(trees)
  return { trees: found, count }
}

/** The ids of the partners above one, the nearest first. */
export function pathTo(partners: readonly Partner[], id: number): number[] {
  const parents = new Map(partners.map((partner) => [partner.id, partner.parent]))
  const path: number[] = []
  for (
    let above = parents.get(id) ?? null;
    above !== null && !path.includes(above) && parents.has(above);
    above = parents.get(above) ?? null
  )
    path.push(above)
  return path
}

/** Whom a partner may hang on: the partners of its company of the level directly above its own. */
export function possibleParents({ levels, partners }: Hierarchy, partner: Partner): Partner[] {
  const own = levels.find(({ id }) => id === partner.partnerLevel)
  const above = new Set(
    levels
      .filter(({ level, company }) => own && company === own.company && level === own.level - 1)
      .map(({ id }) => id),
  )
  return partners.filter(({ id, partnerLevel }) => id !== partner.id && above.has(partnerLevel))
}
