import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FeedProblemCode, feedProblemText, type CodedMessage } from '#engine/declaration/messageCodes.ts'
import { jobs } from '#app/server/jobs/index.ts'
import { fileBytesMax } from '#features/activity/server/upload/receiveFile.ts'
import { JobRunner } from '#engine/jobs/server/jobRunner.ts'
import { buildBrand, buildCompany, buildRewardProfile, buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'
import { feedText } from '../support/feeds.ts'

const rows = Array.from({ length: 30 }, (_, index) => ({
  event_id: `e${index}`,
  type: index === 0 ? 'registration' : 'bet',
  occurred_at: '2026-10-05T12:00:00Z',
  player_ref: 'p1',
  action_token: index === 0 ? 'ana-link' : '',
  product: index === 0 ? '' : 'bets',
  amount: index === 0 ? '' : '10.00',
  currency: index === 0 ? '' : 'BRL',
}))

describe('feed files that are uploaded', () => {
  let office: Office
  let brand: BuiltRecord
  const quiet = { info() {}, warn() {}, error() {} }
  const upload = (
    content: string | Buffer | Readable,
    query = '',
    { client = office.root, type = 'text/csv' }: { client?: Client; type?: string } = {},
  ) =>
    office.app.inject({
      method: 'POST',
      url: `/api/brand/${brand.id}/feed?name=october.csv${query}`,
      headers: { authorization: `Bearer ${client.token}`, 'content-type': type },
      payload: content,
    })
  const uploaded = async (content: string | Buffer | Readable, query = '') => {
    const answer = await upload(content, query)
    expect(answer.body).toContain('"state":"waiting"')
    return answer.json() as { id: number }
  }
  /** What the server does by itself a second later. */
  const runJob = () =>
    new JobRunner({
      context: { database: office.database, environment: office.environment, now: () => new Date() },
      jobs: jobs.filter(({ name }) => name === 'feedImports'),
      log: quiet,
    }).runDue()
  const read = async (id: number) => (await office.root.get(`/api/brand/${brand.id}/feed/${id}`)).body
  const begin = (id: number) => office.root.post(`/api/brand/${brand.id}/feed/${id}/import`, {})
  const events = async () =>
    (
      await sql<{ count: number }>`select count(*)::int as count from event where brand = ${brand.id}`.execute(
        office.database.db,
      )
    ).rows[0]!.count
  const parts = async (id: number) =>
    (
      await sql<{ count: number }>`select count(*)::int as count from feed_upload_part where upload = ${id}`.execute(
        office.database.db,
      )
    ).rows[0]!.count

  beforeAll(async () => {
    office = await openOffice()
    brand = await buildBrand(office.root)
  })
  afterAll(() => office?.close())

  it('are checked first: what would happen is told and nothing is written', async () => {
    const { id } = await uploaded(feedText(rows))
    await runJob()
    expect(await read(id)).toMatchObject({
      step: 'check',
      state: 'done',
      check: { rows: 30, accepted: 29, refused: 1, reasons: { unknown_action: 1 }, lines: { unknown_action: [2] } },
      import: null,
    })
    expect(await events()).toBe(0)
    const refusals = await office.root.get(`/api/brand/${brand.id}/feed/${id}/refusals`)
    expect(refusals.body).toBe('"line","code","event_id"\r\n"2","unknown_action","e0"\r\n')
    expect(refusals.headers['content-disposition']).toContain('attachment')
  })

  it('are imported once somebody says so, packed or not, with what is missing made in that person’s name', async () => {
    const profile = await buildRewardProfile(office.root)
    const { id } = await uploaded(gzipSync(feedText(rows)), `&createMissing=true&profile=${profile.id}`)
    await runJob()
    expect(await read(id)).toMatchObject({
      check: { accepted: 30, refused: 0, made: { affiliates: 1, actions: 1, names: ['ana', 'ana-link'] } },
    })
    expect((await begin(id)).status).toBe(200)
    await runJob()
    expect(await read(id)).toMatchObject({
      step: 'import',
      state: 'done',
      import: { rows: 30, accepted: 30, unattributed: 0, days: { first: '2026-10-05', last: '2026-10-05' } },
    })
    expect(await events()).toBe(30)
    const [affiliate] = (
      await office.root.get(`/api/affiliate?filter=${encodeURIComponent(JSON.stringify({ q: 'ana' }))}`)
    ).body
    expect(affiliate).toMatchObject({ token: 'ana', rewardProfile: profile.id, isComplete: false })
    const {
      rows: [line],
    } = await sql<{
      actor: string
    }>`select actor from activity_log where object = 'affiliate' and object_id = ${String(affiliate.id)}
      and operation = 'create'`.execute(office.database.db)
    expect(line!.actor).toBe('root@office.test')
    expect(await parts(id)).toBe(0)
  })

  it('add nothing when they are imported again', async () => {
    const { id } = await uploaded(feedText(rows))
    await runJob()
    await begin(id)
    await runJob()
    expect(await read(id)).toMatchObject({ import: { accepted: 0, duplicates: 30 } })
    expect(await events()).toBe(30)
  })

  it('are not imported before they are checked, nor twice', async () => {
    const { id } = await uploaded(feedText(rows))
    expect((await begin(id)).body.code).toBe('feed_not_checked')
    await runJob()
    expect((await begin(id)).status).toBe(200)
    expect((await begin(id)).body.code).toBe('feed_not_checked')
    await runJob()
    expect((await begin(id)).body.code).toBe('feed_not_checked')
  })

  it('say what is wrong where they cannot be read at all', async () => {
    const { id } = await uploaded('who,what\n1,2\n')
    await runJob()
    const { state, problem, problemRemark } = await read(id)
    expect(state).toBe('failed')
    expect(problem).toMatch(/^The first line names no column event_id, .*It must name/)
    expect(problemRemark).toEqual({
      code: 'missingColumns',
      values: { columns: expect.stringMatching(/^event_id, /), expected: expect.stringContaining('event_id,') },
    })
    expect((await begin(id)).body.code).toBe('feed_not_checked')
  })

  it('are taken up again where a server died over them, and given up after the third time', async () => {
    const { id } = await uploaded(feedText(rows))
    await sql`update feed_upload set state = 'running', tries = 2 where id = ${id}`.execute(office.database.db)
    await runJob()
    expect(await read(id)).toMatchObject({ state: 'done' })
    await sql`update feed_upload set state = 'running', tries = 3 where id = ${id}`.execute(office.database.db)
    await sql`update job set state = 'waiting', finished_at = null where id = (select max(id) from job)`.execute(
      office.database.db,
    )
    await runJob()
    expect(await read(id)).toMatchObject({ state: 'failed', problemRemark: { code: 'givenUp' } })
  })

  it('say by code what was kept in English before there were codes; other words stay as they are', async () => {
    const { db } = office.database
    const migration = await readFile(
      new URL('../../../../../src/migrations/0096_feed_problem.sql', import.meta.url),
      'utf8',
    )
    const problems: CodedMessage<FeedProblemCode>[] = [
      { code: 'notUtf8' },
      { code: 'broken' },
      { code: 'givenUp' },
      { code: 'empty', values: { expected: 'a,b' } },
      { code: 'columnTwice', values: { column: 'city' } },
      { code: 'missingColumns', values: { columns: 'city, state', expected: 'a,b' } },
      { code: 'unknownColumns', values: { columns: '"town"', expected: 'a,b' } },
      { code: 'line', values: { line: '7', reason: 'odd: very' } },
    ]
    const { id } = await uploaded(feedText(rows))
    for (const [text, remark] of [
      ...problems.map((problem) => [feedProblemText(problem), problem] as const),
      ['The moon is full', null] as const,
    ]) {
      await sql`update feed_upload set problem = ${text}, problem_remark = null where id = ${id}`.execute(db)
      await sql.raw(migration.slice(migration.indexOf('update feed_upload'))).execute(db)
      expect(await read(id)).toMatchObject({ problem: text, problemRemark: remark })
    }
  })

  it('keep what arrived in parts whole', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({
      ...rows[1],
      event_id: `big-${index}`,
      occurred_at: '2026-10-06T12:00:00Z',
    }))
    const text = Buffer.from(feedText(many))
    const { id } = await uploaded(
      Readable.from(
        Array.from({ length: Math.ceil(text.length / 65_536) }, (_, index) =>
          text.subarray(index * 65_536, (index + 1) * 65_536),
        ),
      ),
    )
    expect(await parts(id)).toBeGreaterThan(1)
    await runJob()
    expect(await read(id)).toMatchObject({ check: { rows: 20_000, accepted: 20_000 } })
  })

  it('are removed with their file', async () => {
    const { id } = await uploaded(feedText(rows))
    expect((await office.root.delete(`/api/brand/${brand.id}/feed/${id}`)).status).toBe(200)
    expect(await parts(id)).toBe(0)
    expect((await office.root.get(`/api/brand/${brand.id}/feed/${id}`)).status).toBe(404)
  })

  it('are handed out to nobody, not even to whoever sent them', async () => {
    const { id } = await uploaded(feedText(rows))
    const answers = ['', '/refusals', '/file', '/rows'].map(async (more) =>
      office.root.get(`/api/brand/${brand.id}/feed/${id}${more}`),
    )
    for (const { status, body } of await Promise.all(answers)) {
      expect([200, 404]).toContain(status)
      expect(JSON.stringify(body)).not.toContain(feedText(rows).split('\n')[1]!.slice(0, 30))
    }
  })

  it('are refused empty, without a name, and beyond the largest size', async () => {
    expect((await upload('')).statusCode).toBe(400)
    expect(
      (
        await office.app.inject({
          method: 'POST',
          url: `/api/brand/${brand.id}/feed`,
          headers: { authorization: `Bearer ${office.root.token}`, 'content-type': 'text/csv' },
          payload: 'x',
        })
      ).statusCode,
    ).toBe(400)
    expect((await upload(Buffer.alloc(fileBytesMax + 1, 0x61))).statusCode).toBe(413)
    const { rows: kept } = await sql<{
      count: number
    }>`select count(*)::int as count from feed_upload where state = 'receiving'`.execute(office.database.db)
    expect(kept[0]!.count).toBe(0)
  })

  it('are for whoever may change the brand, and who wants records made must be allowed to make them', async () => {
    const company = brand['company'] as number
    const staff = await buildStaff(office.app, office.root, { company, allowedBrands: [brand.id], roles: ['brand'] })
    expect((await upload(feedText(rows), '', { client: staff })).statusCode).toBe(200)
    expect((await upload(feedText(rows), '&createMissing=true', { client: staff })).statusCode).toBe(403)
    const other = await buildStaff(office.app, office.root, {
      company: (await buildCompany(office.root)).id,
      roles: ['brand'],
    })
    expect((await upload(feedText(rows), '', { client: other })).statusCode).toBe(404)
    const without = await buildStaff(office.app, office.root, {
      company,
      allowedBrands: [brand.id],
      roles: ['affiliate'],
    })
    expect((await upload(feedText(rows), '', { client: without })).statusCode).toBe(403)
  })
})
