import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writePersonalReads } from '#features/compliance/server/personalReads.ts'
import { planRetention, retention } from '#features/compliance/server/retention.ts'
import { sealActivityLog } from '#engine/activityLog/server/sealActivityLog.ts'
import { verifyActivityLog } from '#engine/activityLog/server/verifyActivityLog.ts'
import { listPath } from '#tests/contract/entities.ts'
import {
  type BuiltRecord,
  buildAccessKey,
  buildAffiliate,
  buildPartner,
  buildStaff,
  buildUser,
} from '#tests/support/builders.ts'
import { clientOf, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const database = () => office.database.db
const context = () => ({ database: office.database, environment: office.environment, now: () => new Date() })
const reads = async (filter: object) => {
  await writePersonalReads(office.database)
  return (await office.root.get(listPath('personalRead', { filter, sort: ['id', 'ASC'] }))).body as BuiltRecord[]
}
const redact = ({ id }: { id: number }, entity = 'affiliate') =>
  office.root.post(`/api/${entity}/${id}/redact`, { reason: 'asked for by the person' })
const staffOf = ({ company, brands }: BuiltRecord, roles: string[]) =>
  buildStaff(office.app, office.root, { company, allowedBrands: brands, roles })
/** Everything that stands anywhere in the database about a text. */
async function placesOf(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(database())
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const held =
        await sql`select from ${sql.table(name)} t where to_jsonb(t)::text like ${`%${text}%`} limit 1`.execute(
          database(),
        )
      return held.rows.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}
const entryOf = async ({ id }: { id: number }, status: string) =>
  sql`insert into entry (day, affiliate, kind, value, currency, status)
    values ('2026-01-03', ${id}, 'commission', 12.34, 'BRL', ${status}::text)`.execute(database())
const unusedSince = async (table: string, { id }: { id: number }, at: string) =>
  sql`update ${sql.table(table)} set updated_at = ${at}::text::timestamptz where id = ${id}`.execute(database())

describe('reads of personal data', () => {
  test('are noted: who, which record or how many of a list, alike ones together', async () => {
    const affiliate = await buildAffiliate(office.root, {})
    const staff = await staffOf(affiliate, ['affiliate'])
    await staff.get(`/api/affiliate/${affiliate.id}`)
    await staff.get(`/api/affiliate/${affiliate.id}`)
    await staff.get(listPath('affiliate', { range: [0, 9] }))
    await staff.get('/api/affiliate/export?format=csv')
    const noted = await reads({ object: 'affiliate', how: ['record', 'list', 'export'] })
    const byStaff = noted.filter(({ reader }) => reader !== 'root@office.test')
    expect(byStaff.map(({ how, objectId, records, address }) => [how, objectId, records, address])).toEqual([
      ['record', String(affiliate.id), 2, '127.0.0.1'],
      ['list', null, 1, '127.0.0.1'],
      ['export', null, 1, '127.0.0.1'],
    ])
    expect(byStaff[0]).toMatchObject({ user: expect.any(Number), reader: expect.stringContaining('@') })
  })

  test('are for root alone, and nothing else is noted', async () => {
    const staff = await buildStaff(office.app, office.root, { roles: ['affiliate', 'user'] })
    expect((await staff.get('/api/personalRead?range=[0,9]')).status).toBe(403)
    await office.root.get('/api/brand?range=[0,9]')
    expect(await reads({ object: 'brand' })).toEqual([])
    expect((await office.root.get(`/api/affiliate/999999`)).status).toBe(404)
    expect(await reads({ objectId: '999999' })).toEqual([])
  })
})

describe('everything about a person', () => {
  test('is the record, what refers to it, what the log says of it and who read it', async () => {
    const affiliate = await buildAffiliate(office.root, { alias: 'All of me' })
    await entryOf(affiliate, 'complete')
    await office.root.get(`/api/affiliate/${affiliate.id}`)
    await writePersonalReads(office.database)
    const { status, body, headers } = await office.root.get(`/api/affiliate/${affiliate.id}/person`)
    expect([status, headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="affiliate-\d+-\d{4}-\d\d-\d\d\.json"$/),
    ])
    const partOf = (entity: string) =>
      body.parts.find((part: { entity: string; by: object }) => part.entity === entity).records
    expect(partOf('affiliate')).toMatchObject([{ id: affiliate.id, alias: 'All of me', cpf: affiliate.cpf }])
    expect(partOf('entry')).toMatchObject([{ affiliate: affiliate.id, value: 12.34, status: 'complete' }])
    expect(partOf('activityLog')).toMatchObject([
      { operation: 'create', objectId: String(affiliate.id) },
      { operation: 'exportPerson' },
    ])
    expect(partOf('personalRead')).toMatchObject([{ how: 'record', reader: 'root@office.test' }])
    const { rows } = await sql`select from activity_log where operation = 'exportPerson'
      and object_id = ${String(affiliate.id)}::text`.execute(database())
    expect(rows).toHaveLength(1)
    expect(await reads({ objectId: String(affiliate.id), how: 'person' })).toHaveLength(1)
  })

  test('comes as a workbook for people, and to root alone', async () => {
    const affiliate = await buildAffiliate(office.root, {})
    const file = await office.root.get(`/api/affiliate/${affiliate.id}/person?format=xlsx&language=en`)
    expect([file.status, file.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheetml')])
    const staff = await staffOf(affiliate, ['affiliate', 'financial'])
    expect((await staff.get(`/api/affiliate/${affiliate.id}/person`)).status).toBe(403)
    expect((await office.root.get('/api/affiliate/999999/person')).status).toBe(404)
    expect((await office.root.get(`/api/affiliate/${affiliate.id}/person?format=pdf`)).status).toBe(400)
  })
})

test('of somebody who signed in here everything is their sessions and choices as well, and nothing that opens', async () => {
  const staff = await buildStaff(office.app, office.root, { roles: ['brand'] })
  const { body } = await office.root.get(`/api/user/${staff.user.id}/person`)
  const beside = Object.fromEntries(
    body.beside.map(({ table, rows }: { table: string; rows: object[] }) => [table, rows]),
  )
  expect(beside).toMatchObject({ session: [{ address: '127.0.0.1' }], authorship: [{ what: 'made' }], saved_view: [] })
  expect(JSON.stringify(body)).not.toMatch(/hash|secret/)
  const workbook = await office.root.get(`/api/user/${staff.user.id}/person?format=xlsx`)
  expect(workbook.status).toBe(200)
})

describe('redacting a person', () => {
  test('takes it out of the record and the log for good, and leaves money and every proof', async () => {
    const affiliate = await buildAffiliate(office.root, { alias: 'Taken Out', email: 'taken.out@person.test' })
    await office.root.put(`/api/affiliate/${affiliate.id}`, { alias: 'Taken Again' })
    await entryOf(affiliate, 'complete')
    await sealActivityLog(office.database)
    const answer = await redact(affiliate)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: affiliate.id,
        lines: 2,
        fields: expect.arrayContaining(['name', 'alias', 'cpf', 'email', 'document']),
      },
    })
    const { body } = await office.root.get(`/api/affiliate/${affiliate.id}`)
    expect(body).toMatchObject({ name: `#${affiliate.id}`, alias: null, cpf: null, email: null, document: null })
    expect([body.token, body.isComplete]).toEqual([affiliate.token, true])
    for (const told of ['taken.out@person.test', 'Taken Out', 'Taken Again', String(affiliate.cpf), affiliate.name])
      expect([told, await placesOf(told)]).toEqual([told, []])
    const { rows } = await sql`select value from entry where affiliate = ${affiliate.id}`.execute(database())
    expect(rows).toEqual([{ value: '12.34' }])
    await sealActivityLog(office.database)
    expect(await verifyActivityLog(office.database)).toMatchObject({ ok: true })
    expect((await redact(affiliate)).body).toMatchObject({ fields: [], lines: 0 })
  })

  test('takes it out of files and rows of imports', async () => {
    const affiliate = await buildAffiliate(office.root, { name: 'Rita Rows', email: 'rita.rows@person.test' })
    const send = async (alias: string, dryRun: boolean) => {
      const { statusCode } = await office.app.inject({
        method: 'POST',
        url: `/api/affiliate/import?dryRun=${dryRun}`,
        headers: { authorization: `Bearer ${office.root.token}`, 'content-type': 'text/csv' },
        payload: `E-mail;Apelido\r\nrita.rows@person.test;${alias}\r\n`,
      })
      expect(statusCode).toBe(200)
    }
    await send('Imported Alias', false)
    await send('Checked Alias', true)
    expect((await redact(affiliate)).status).toBe(200)
    const { rows } = await sql<{
      text: string
    }>`select coalesce(detail::text, '') || name as text from record_import_row
      union all select convert_from(content, 'UTF8') from record_import where content is not null`.execute(database())
    expect(rows.map(({ text }) => text)).toEqual([`#${affiliate.id}`])
  })

  test('takes out the sites that an affiliate declared and how it applied, and leaves the proof of what was approved', async () => {
    const { root, app, nobody } = office
    const affiliate = await buildAffiliate(root, { name: 'Nina Taken' })
    const token = await buildAccessKey(root, 'affiliate', affiliate.id, { scope: 'signIn' })
    const own = clientOf(app, (await nobody.post('/login/affiliate', { token })).body.accessToken)
    const declare = async (address: string) => {
      const { status, body } = await own.post('/api/affiliateSite', { address, kind: 'blog', usage: 'Diary of Nina' })
      expect(status).toBe(200)
      return body as BuiltRecord
    }
    const [kept, removed] = [await declare('nina-taken.example'), await declare('nina-taken.example/gone')]
    const { version } = (await root.get(`/api/affiliateSite/${kept.id}`)).body
    const approver = await buildStaff(app, root, {
      company: affiliate.company,
      allowedBrands: affiliate.brands,
      roles: ['affiliate'],
    })
    expect((await approver.post(`/api/affiliateSite/${kept.id}/approve`, { version })).status).toBe(200)
    expect((await root.delete(`/api/affiliateSite/${removed.id}`)).status).toBe(200)
    const person = async () => (await root.get(`/api/affiliate/${affiliate.id}/person`)).body
    const ofSites = (await person()).beside.find(({ table }: { table: string }) => table === 'site_decision')
    expect(ofSites.rows).toMatchObject([
      { site: kept.id, decision: 'approved', declared_by: 'Nina Taken', declaration: { usage: 'Diary of Nina' } },
    ])
    await sql`insert into application (name, company, brand, email, phone, cpf, how, sites, affiliate, state)
      select 'Nina Taken', company, ${affiliate.brands[0]}, 'nina@taken.test', '+55 11 90000-0000', cpf, 'As Nina does',
        '[{"address": "https://nina-taken.example"}]', id, 'approved' from affiliate where id = ${affiliate.id}`.execute(
      database(),
    )
    const proof = async () => (await root.get(`/api/affiliateSite/${kept.id}/proof`)).body
    const { digest } = await proof()
    await sealActivityLog(office.database)
    expect((await redact(affiliate)).status).toBe(200)
    const told = ['nina-taken.example', 'Diary of Nina', 'nina@taken.test', 'As Nina does']
    for (const text of told) expect([text, await placesOf(text)]).toEqual([text, []])
    // Of what it did itself, that it signed in says its name.
    const { rows } = await sql`select distinct object from activity_log
      where to_jsonb(activity_log)::text like '%Nina Taken%'`.execute(database())
    expect([await placesOf('Nina Taken'), rows]).toEqual([['activity_log'], [{ object: 'session' }]])
    expect((await root.get(`/api/affiliateSite/${kept.id}`)).body).toMatchObject({
      address: `#${kept.id}`,
      usage: null,
      kind: 'blog',
      state: 'approved',
    })
    expect(await proof()).toMatchObject({ digest, redacted: true, declaration: { address: `#${kept.id}` } })
    await sealActivityLog(office.database)
    expect(await verifyActivityLog(office.database)).toMatchObject({ ok: true })
    expect((await redact(affiliate)).body).toMatchObject({ fields: [], lines: 0 })
  })

  test('waits for what is still due, for who still signs in, and is for root', async () => {
    const affiliate = await buildAffiliate(office.root, {})
    await entryOf(affiliate, 'pending')
    expect(await redact(affiliate)).toMatchObject({ status: 409, body: { details: { root: [{ code: 'money_due' }] } } })
    const user = await buildUser(office.root, {})
    expect(await redact(user, 'user')).toMatchObject({ status: 409 })
    const staff = await staffOf(affiliate, ['affiliate'])
    expect((await staff.post(`/api/affiliate/${affiliate.id}/redact`, { reason: 'no right' })).status).toBe(403)
    expect((await office.root.post(`/api/affiliate/${affiliate.id}/redact`, {})).status).toBe(400)
  })

  test('of somebody who signed in here empties what they did of name and address, not of what was done', async () => {
    const user = await buildUser(office.root, { roles: ['brand'] })
    await sql`insert into personal_read (reader) values ('somebody else')`.execute(database())
    await office.root.put(`/api/user/${user.id}`, { suspended: true })
    expect(await redact(user, 'user')).toMatchObject({ status: 200, body: { fields: ['name', 'email'] } })
    const places = await placesOf(String(user.email))
    // Who made and changed an account is kept: the second pair of eyes of a payment depends on it.
    expect(places.filter((place) => place !== 'authorship')).toEqual([])
  })
})

describe('retention', () => {
  test('redacts what is kept longer than its declaration says, and nothing that was used since', async () => {
    const [old, used, due] = [
      await buildAffiliate(office.root, {}),
      await buildAffiliate(office.root, {}),
      await buildAffiliate(office.root, {}),
    ]
    const partner = await buildPartner(office.root, {})
    await entryOf(used, 'complete')
    await entryOf(due, 'pending')
    await sql`update entry set updated_at = '2015-01-01' where affiliate = ${due.id}`.execute(database())
    for (const affiliate of [old, used, due]) await unusedSince('affiliate', affiliate, '2015-01-01')
    const planned = (await planRetention(context())).find(({ resource }) => resource.name === 'affiliate')
    expect(planned!.ids.toSorted()).toEqual([old, due].map(({ id }) => String(id)).toSorted())

    const work = { context: context(), signal: AbortSignal.timeout(10_000), progress: () => {}, log: () => {} }
    expect(await retention.run({ ...work, input: { dryRun: true } })).toEqual([
      { code: 'wouldRedact', values: { count: 2 } },
    ])
    expect((await office.root.get(`/api/affiliate/${old.id}`)).body.cpf).toBe(old.cpf)
    await sql`insert into personal_read (at, reader) values ('2015-01-01', 'long ago')`.execute(database())
    expect(await retention.run({ ...work, input: {} })).toEqual([
      { code: 'retained', values: { redacted: 1, left: 1, reads: 1 } },
    ])
    expect((await office.root.get(`/api/affiliate/${old.id}`)).body.cpf).toBeNull()
    expect((await office.root.get(`/api/affiliate/${used.id}`)).body.cpf).toBe(used.cpf)
    expect((await office.root.get(`/api/partner/${partner.id}`)).body.name).toBe(partner.name)
    const { rows } = await sql<{ actor: string }>`select actor from activity_log where operation = 'redact'
      and object = 'affiliate' and object_id = ${String(old.id)}::text`.execute(database())
    expect(rows).toEqual([{ actor: 'system:retention' }])
  })

  test('is asked for by root, dry as well, and takes nothing else', async () => {
    expect((await office.root.post('/api/job/retention/run', { dryRun: true })).status).toBe(200)
    expect((await office.root.post('/api/job/retention/run', { dry: true })).status).toBe(400)
  })
})
