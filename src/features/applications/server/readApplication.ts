import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { ApplicationState } from '#rules/applications.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'

/** An application as those who decide about it read it. */
export interface ApplicationRow {
  readonly id: number
  readonly name: string
  readonly company: number
  readonly brand: number
  readonly email: string
  readonly phone: string | null
  readonly country: string | null
  readonly cpf: string | null
  readonly tax_number: string | null
  readonly language: string | null
  readonly sites: readonly { readonly address: string }[]
  readonly how: string
  readonly terms: number | null
  readonly state: ApplicationState
  readonly created_at: Date
}

/**
 * An application that this person sees.
 * @param isLocked in a transaction: nobody else decides about it meanwhile.
 * @throws ApiError `not_found`
 */
export async function readApplication(
  db: Kysely<any>,
  actor: Actor,
  { id, isLocked = false }: { id: number; isLocked?: boolean },
): Promise<ApplicationRow> {
  const isVisible = scopeCondition({ actor, resource: resources.application, alias: 'asked' })
  const row = await firstRow(
    db,
    sql<ApplicationRow>`select id, name, company, brand, email, phone, country, cpf, tax_number,
        language, sites, how, terms, state, created_at
      from application asked where id = ${id}::bigint and ${isVisible} ${isLocked ? sql`for update` : sql``}`,
  )
  if (!row) throw new ApiError('not_found')
  const { company, brand, terms } = row
  return {
    ...row,
    id: Number(row.id),
    company: Number(company),
    brand: Number(brand),
    terms: terms === null ? null : Number(terms),
  }
}
