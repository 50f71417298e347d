import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { language } from '#resources/choices.ts'
import { featureNames } from '#resources/features.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { normalizeEmail } from '#engine/values/email.ts'
import { passwordProblems } from '#engine/values/passwords.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { insertStartingCompany } from './effects/startingCompany.ts'
import { insertStartingLevels } from '#features/partners/server/effects/startingLevels.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { setPassword } from '#engine/auth/server/passwords.ts'

/** Who signs in first where `ROOT_EMAIL` says nothing. */
export const rootEmailDefault = 'root@backoffice.local'

const companyNameDefault = 'Back office'
const randomPasswordLength = 20

/** The product itself at its first start, as the activity log names it. */
const firstStart: Actor = {
  kind: 'system',
  userId: null,
  name: 'system:start',
  root: true,
  roles: new Set(),
  company: null,
  allowedBrands: [],
  partner: null,
}

/** The root user that was made now; `password` only where it was made up here, to be shown once. */
export interface MadeRootUser {
  readonly email: string
  readonly password?: string
}

/**
 * Makes what nobody could sign in without: a company, the root user (`ROOT_EMAIL`, `ROOT_PASSWORD`, else a random
 * password) and the three partner levels of each company.
 * Does nothing where they are there; several servers at once make one of each. Null where a root user was there
 * already.
 * What the environment names as the password is taken as it is: the operator's word stands above the rules for people.
 */
export async function ensureRootUser({
  database,
  environment,
}: Pick<AppContext, 'database' | 'environment'>): Promise<MadeRootUser | null> {
  return inTransaction(database.db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('ensureRootUser'))`.execute(transaction)
    const companyId = await ensureCompany(transaction, environment.beginsWithAllFeatures ? [] : featureNames)
    await ensurePartnerLevels(transaction)
    const roots = await sql`select 1 from "user" where root limit 1`.execute(transaction)
    if (roots.rows.length > 0) return null
    const email = normalizeEmail(environment.rootEmail ?? rootEmailDefault)
    const given = environment.rootPassword
    const password = given ?? randomPassword()
    const userId = await insertRootUser(transaction, email, companyId)
    await setPassword(transaction, { userId, password, isFromEnvironment: true })
    await logActivity(transaction, {
      actor: firstStart,
      operation: 'createRootUser',
      object: 'user',
      objectId: userId,
      changes: [{ field: 'email', before: null, after: email }],
    })
    return given === undefined ? { email, password } : { email }
  })
}

/** The first company of an empty database; a calm one has the specification's screens alone. */
async function ensureCompany(db: Kysely<any>, switchedOff: readonly string[]): Promise<number> {
  const present = await sql<{ id: unknown }>`select id from company order by id limit 1`.execute(db)
  return present.rows[0]
    ? Number(present.rows[0].id)
    : insertStartingCompany(db, { name: companyNameDefault, switchedOff })
}

/** Someone who has that e-mail already becomes root: the operator named them. */
async function insertRootUser(db: Kysely<any>, email: string, companyId: number): Promise<number> {
  const { rows } = await sql<{ id: unknown }>`
    insert into "user" (name, email, company, language, root) values ('Root', ${email}, ${companyId},
      ${language.values[0]!}, true)
    on conflict (email) do update set root = true, version = "user".version + 1, updated_at = now()
      returning id`.execute(db)
  return Number(rows[0]!.id)
}

/** Every company has the partner levels it begins with; one without any would have nobody to give a partner to. */
async function ensurePartnerLevels(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{
    id: unknown
  }>`select id from company where not exists (select from partner_level where partner_level.company = company.id)
    order by id`.execute(db)
  for (const { id } of rows) await insertStartingLevels(db, Number(id))
}

/** A password nobody guesses, without characters that look alike: it is copied from a terminal by hand. */
export function randomPassword(): string {
  const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_@.+'
  for (;;) {
    const password = Array.from({ length: randomPasswordLength }, () => characters[randomInt(characters.length)]).join(
      '',
    )
    if (passwordProblems(password).length === 0) return password
  }
}
