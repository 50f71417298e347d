/** What the list of owners is asked, as it stands in the address. Pure, so that it can be tested without a page. */
import { readPaging } from '#engine/ui/queryPage/pageSizes.ts'
import { ownerSorts, type PayeeStatus, payeeStatuses } from '#rules/payouts/payoutStatus.ts'

/** The question. Everything but `page` and `size` narrows or orders. */
export interface OwnersQuery {
  readonly kind: '' | 'affiliate' | 'partner'
  readonly statuses: readonly PayeeStatus[]
  /** Only those who asked to be paid. */
  readonly isRequested?: boolean
  readonly brand: number | null
  readonly q: string
  readonly sort: string
  /** From 1. */
  readonly page: number
  readonly size: number
}

const positive = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** Reads the question of an address; what cannot be read is as if it were not there. */
export function readOwnersQuery(get: (name: string) => string): OwnersQuery {
  const kind = get('kind')
  const sort = get('sort')
  return {
    kind: kind === 'affiliate' || kind === 'partner' ? kind : '',
    statuses: get('status')
      .split(',')
      .filter((each): each is PayeeStatus => payeeStatuses.some((known) => known === each)),
    isRequested: get('requested') === 'true',
    brand: positive(get('brand')),
    q: get('q'),
    sort: ownerSorts.some((known) => known === sort.replace(/^-/, '')) ? sort : '-dueValue',
    ...readPaging(get),
  }
}

/** The call that asks it. */
export function ownersPath({ kind, statuses, isRequested, brand, q, sort, page, size }: OwnersQuery): string {
  const query = new URLSearchParams({ sort, from: String((page - 1) * size), to: String(page * size - 1) })
  const asked = { kind, status: statuses.join(','), brand: brand === null ? '' : String(brand), q: q.trim() }
  if (isRequested) query.set('requested', 'true')
  for (const [name, value] of Object.entries(asked)) if (value !== '') query.set(name, value)
  return `/api/payment/owners?${query.toString()}`
}
