import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureRootUser } from '#features/accounts/server/rootUser.ts'
import { partnerLevel } from '#resources/partnerLevel.ts'
import { emailProblem } from '#engine/values/email.ts'
import { passwordProblems } from '#engine/values/passwords.ts'
import { type SignInServer, startSignInServer } from '#tests/engine/auth/server/signInServer.ts'

let server: SignInServer

beforeEach(async () => {
  server = await startSignInServer()
})
afterEach(() => server.close())

const ensure = (environment: object = {}) =>
  ensureRootUser({ database: server.database, environment: environment as never })
const rowsOf = async (text: string): Promise<any[]> => (await sql.raw(text).execute(server.database.db)).rows

describe('the first start', () => {
  it('makes a root user with a random strong password that signs in', async () => {
    const made = await ensure()
    expect(emailProblem(made!.email)).toBeNull()
    expect(passwordProblems(made!.password!)).toEqual([])
    const { body } = await server.post('/login', made)
    expect(body).toMatchObject({
      codResposta: 200,
      user: { email: made!.email, root: true, company: { name: expect.any(String) }, settings: { language: 'pt' } },
    })
  })

  it('makes a company as its declaration begins one', async () => {
    await ensure()
    expect(await rowsOf('select calendar, two_step, step_up, approver_apart_days from company')).toEqual([
      { calendar: 'month', two_step: 'optional', step_up: 'optional', approver_apart_days: 30 },
    ])
  })

  it('takes e-mail and password of the environment, and does not repeat the password', async () => {
    expect(await ensure({ rootEmail: 'Owner@Example.com', rootPassword: 'Copper-teapot-12' })).toEqual({
      email: 'owner@example.com',
    })
    expect(
      (await server.post('/login', { email: 'owner@example.com', password: 'Copper-teapot-12' })).body.codResposta,
    ).toBe(200)
  })

  it('does nothing once there is a root user, whatever the environment says later', async () => {
    const made = await ensure()
    expect(await ensure({ rootEmail: 'other@example.com', rootPassword: 'Copper-teapot-12' })).toBeNull()
    expect(await rowsOf('select email from "user"')).toEqual([{ email: made!.email }])
    expect((await server.post('/login', made!)).status).toBe(200)
  })

  it('of several servers at once makes one of each', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => ensure()))
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(
      await rowsOf(
        'select (select count(*)::int from "user") as users, (select count(*)::int from company) as companies, (select count(*)::int from partner_level) as levels',
      ),
    ).toEqual([{ users: 1, companies: 1, levels: 3 }])
  })

  it('uses the company that is there, and makes the user that is named root', async () => {
    await rowsOf(`insert into company (name) values ('Northern Games')`)
    await rowsOf(`insert into "user" (name, email, company) select 'Owner', 'owner@example.com', id from company`)
    await ensure({ rootEmail: 'owner@example.com', rootPassword: 'Copper-teapot-12' })
    const { body } = await server.post('/login', { email: 'owner@example.com', password: 'Copper-teapot-12' })
    expect(body.user).toMatchObject({ root: true, name: 'Owner', company: { name: 'Northern Games' } })
  })

  it('makes the three partner levels, each below the one above, with the default expression from the beginning of time', async () => {
    await ensure()
    const expression = partnerLevel.fields.expression.default
    expect(
      await rowsOf(
        'select l.name, l.level, above.name as parent, l.expression from partner_level l left join partner_level above on above.id = l.parent order by l.level',
      ),
    ).toEqual([
      { name: 'Manager', level: 1, parent: null, expression },
      { name: 'Promoter', level: 2, parent: 'Manager', expression },
      { name: 'Partner', level: 3, parent: 'Promoter', expression },
    ])
    expect(await rowsOf('select valid_from::text, valid_to, expression from partner_level_history')).toEqual(
      Array(3).fill({ valid_from: '-infinity', valid_to: null, expression }),
    )
  })

  it('leaves partner levels alone that somebody edited', async () => {
    await ensure()
    await rowsOf(`update partner_level set expression = 'ngr * 0.1' where level = 3`)
    await ensure()
    expect(
      await rowsOf(
        'select count(*)::int, count(*) filter (where expression = $$ngr * 0.1$$)::int as edited from partner_level',
      ),
    ).toEqual([{ count: 3, edited: 1 }])
  })
})
