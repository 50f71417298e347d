import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildAccessKey,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildMedia,
  type BuiltRecord,
  buildStaff,
} from '#tests/support/builders.ts'
import { gifImage, jpegImage, pngImage, webpImage } from '#tests/support/images.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'

const now = new Date('2026-11-20T12:00:00Z')
let office: Office
let brand: BuiltRecord
let other: BuiltRecord
let affiliate: BuiltRecord
let link: BuiltRecord
let writer: Client & { readonly user: BuiltRecord }
let approver: Client
let own: Client

beforeAll(async () => {
  office = await openOffice({ now: () => now })
  const { app, root } = office
  brand = await buildBrand(root, { site: 'https://aurora.example' })
  const company = brand.company as number
  other = await buildBrand(root, { company })
  affiliate = await buildAffiliate(root, { name: 'Nina', company, brands: [brand.id] })
  const campaign = await buildCampaign(root, { brand: brand.id })
  link = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
  const staff = { company, allowedBrands: [brand.id], roles: ['campaign', 'brand'] }
  writer = await buildStaff(app, root, staff)
  approver = await buildStaff(app, root, { ...staff, roles: ['brand'] })
  const { body } = await office.nobody.post('/login/affiliate', {
    token: await buildAccessKey(root, 'affiliate', affiliate.id, { scope: 'signIn' }),
  })
  own = clientOf(app, body.accessToken)
})
afterAll(() => office.close())

const upload = (client: Client, id: number, image: Buffer, name = 'banner.png') =>
  client.post(`/api/media/${id}/file`, { name, content: image.toString('base64') })
const read = async (id: number) => (await writer.get(`/api/media/${id}`)).body
const approve = async (id: number, by = approver) =>
  by.post(`/api/media/${id}/approve`, { version: (await read(id)).version })
const shown = async (token: unknown) => office.app.inject({ url: `/media/${String(token)}` })
const gallery = async () => (await own.get('/api/portal/media')).body.media as BuiltRecord[]

async function banner(values: object = {}, image = pngImage(300, 250)): Promise<BuiltRecord> {
  const made = await buildMedia(writer, { brand: brand.id, kind: 'banner', text: null, ...values })
  expect((await upload(writer, made.id, image)).status).toBe(200)
  return made
}
async function approved(values: object = {}): Promise<BuiltRecord> {
  const made = await banner(values)
  expect((await approve(made.id)).body).toEqual({ state: 'approved' })
  return made
}

describe('a banner', () => {
  test.each([
    ['image/png', pngImage(728, 90)],
    ['image/gif', gifImage(728, 90)],
    ['image/jpeg', jpegImage(728, 90)],
    ['image/webp', webpImage(728, 90)],
  ])('is %s by its bytes, whatever it is called, and as large as it is', async (type, image) => {
    const made = await banner({}, image)
    expect(await read(made.id)).toMatchObject({ width: 728, height: 90, state: 'draft' })
    const answer = await office.app.inject({
      url: `/api/media/${made.id}/file`,
      headers: { authorization: `Bearer ${writer.token}` },
    })
    expect([answer.headers['content-type'], answer.rawPayload.equals(image)]).toEqual([type, true])
  })

  test.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['an image with a page behind it', Buffer.concat([pngImage(10, 10), Buffer.from('<script>alert(1)</script>')])],
    ['an image with an archive behind it', Buffer.concat([jpegImage(10, 10), Buffer.from('PK\u0003\u0004jar')])],
    ['a script that begins as an image', Buffer.from('GIF89a=1;alert(document.domain)//')],
    ['an image without its end', pngImage(300, 250).subarray(0, -12)],
  ])('is not %s', async (_what, bytes) => {
    const made = await buildMedia(writer, { brand: brand.id, kind: 'banner', text: null })
    const { status, body } = await upload(writer, made.id, bytes, 'banner.png')
    expect([status, body.details]).toEqual([422, { content: [{ code: 'not_an_image' }] }])
    expect((await approve(made.id)).body.code).toBe('media_without_image')
  })

  test('is neither larger than pages are, nor than half a megabyte, nor no base64', async () => {
    const made = await buildMedia(writer, { brand: brand.id, kind: 'banner', text: null })
    for (const image of [gifImage(65_535, 65_535), pngImage(2_000_000_000, 1), pngImage(4097, 1)])
      expect((await upload(writer, made.id, image)).body.details.content[0].code).toBe('image_too_large')
    for (const image of [gifImage(0, 10), pngImage(10, 0)])
      expect((await upload(writer, made.id, image)).body.details.content[0].code).toBe('not_an_image')
    const large = await upload(writer, made.id, Buffer.alloc(530_000, 1))
    expect([large.status, large.body.details.file[0].code]).toEqual([422, 'attachment_too_large'])
    expect((await upload(writer, made.id, Buffer.alloc(900_000, 1))).status).toBe(413)
    for (const body of [
      null,
      [],
      {},
      { name: 'a.png' },
      { name: 'a.png', content: '%%%' },
      { name: 1, content: 'AA==' },
    ])
      expect((await writer.post(`/api/media/${made.id}/file`, body)).status).toBe(400)
  })

  test('has an image alone where it is one, and a text where it is one', async () => {
    const made = await buildMedia(writer, { brand: brand.id })
    expect((await upload(writer, made.id, pngImage(10, 10))).body.code).toBe('no_banner')
    const { status, body } = await writer.post('/api/media', {
      name: 'T',
      brand: brand.id,
      kind: 'text',
      language: 'pt',
      warning: '18+',
    })
    expect([status, Object.keys(body.errors)]).toEqual([400, ['text']])
    expect((await writer.post('/api/media', { ...made, id: undefined, state: 'approved' })).status).toBe(400)
  })
})

describe('approval', () => {
  test('is by another person with the right, in the version that was looked at', async () => {
    const made = await banner()
    expect((await approve(made.id, writer)).body.code).toBe('approver_not_apart')
    expect((await approve(made.id, own)).status).toBe(403)
    expect((await approve(made.id, office.nobody)).status).toBe(401)
    const { version } = await read(made.id)
    await upload(writer, made.id, pngImage(10, 10))
    expect((await approver.post(`/api/media/${made.id}/approve`, { version })).body.code).toBe('stale_version')
    expect((await approver.post(`/api/media/${made.id}/approve`, { version: '1' })).status).toBe(400)
    expect((await approve(made.id)).status).toBe(200)
    expect(await read(made.id)).toMatchObject({ state: 'approved', approvedAt: now.toISOString() })
    expect((await approve(made.id)).body.code).toBe('media_not_draft')
    const { rows } = await sql<{ changes: { field: string; after: string }[] }>`select changes from activity_log
      where object = 'media' and object_id = ${String(made.id)} and operation = 'approve'`.execute(office.database.db)
    expect(rows[0]!.changes.find(({ field }) => field === 'digest')?.after).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is by nobody who wrote of it since it was approved, however many did after them', async () => {
    const waiting = async (by: Client) =>
      (await by.get('/api/dashboard/inbox')).body.items.find(({ kind }: { kind: string }) => kind === 'media')?.count ??
      0
    const roles = ['campaign', 'brand']
    const given = { company: brand.company as number, allowedBrands: [brand.id], roles }
    const second = await buildStaff(office.app, office.root, given)
    const made = await banner()
    const authorsOf = async () => (await read(made.id)).authors
    const before = [await waiting(writer), await waiting(second)]
    expect(await authorsOf()).toEqual([writer.user.id])
    const { version } = await read(made.id)
    expect((await second.put(`/api/media/${made.id}`, { version, warning: 'Mine' })).status).toBe(200)
    expect(await authorsOf()).toEqual([writer.user.id, second.user.id])
    for (const author of [writer, second]) expect((await approve(made.id, author)).body.code).toBe('approver_not_apart')
    expect([await waiting(writer), await waiting(second)]).toEqual([before[0], before[1]! - 1])
    // A server of the version before notes the last one alone.
    await sql`update media set sys_authors = '{}' where id = ${made.id}`.execute(office.database.db)
    expect(await authorsOf()).toEqual([second.user.id])
    expect((await approve(made.id, second)).body.code).toBe('approver_not_apart')
    expect((await approve(made.id, writer)).status).toBe(200)
    expect(await authorsOf()).toEqual([])
    const approvedOnce = await read(made.id)
    await second.put(`/api/media/${made.id}`, { version: approvedOnce.version, warning: 'Mine again' })
    expect((await approve(made.id, writer)).status).toBe(200)
  })

  test.each([
    ['its warning', { warning: 'Something else' }],
    ['its days', { validUntil: '2026-12-31' }],
    ['its name', { name: 'Another' }],
  ])('is asked for anew where somebody changes %s', async (_what, change) => {
    const made = await approved()
    expect((await gallery()).some(({ id }) => id === made.id)).toBe(true)
    const { version } = await read(made.id)
    expect((await writer.put(`/api/media/${made.id}`, { version, ...change })).status).toBe(200)
    expect((await read(made.id)).state).toBe('draft')
    expect((await gallery()).some(({ id }) => id === made.id)).toBe(false)
    expect((await shown(made.token)).statusCode).toBe(410)
    expect((await approve(made.id, writer)).body.code).toBe('approver_not_apart')
    expect((await approve(made.id)).status).toBe(200)
    expect((await shown(made.token)).statusCode).toBe(200)
  })

  test('cannot be written by the form, and what was approved stays', async () => {
    const made = await approved()
    const { version } = await read(made.id)
    for (const change of [{ state: 'withdrawn' }, { approvedBy: 'Me' }, { width: 1 }, { token: 'mdx' }])
      expect((await writer.put(`/api/media/${made.id}`, { version, ...change })).status).toBe(400)
    const { status, body } = await writer.delete(`/api/media/${made.id}`)
    expect([status, body.details]).toEqual([409, { state: [{ code: 'media_was_approved' }] }])
    const draft = await banner()
    expect((await writer.delete(`/api/media/${draft.id}`)).status).toBe(200)
  })
})

describe('an image on the pages of others', () => {
  test('is public while it is approved, as an image alone', async () => {
    const draft = await banner()
    expect((await shown(draft.token)).statusCode).toBe(404)
    await approve(draft.id)
    const answer = await shown(draft.token)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
    })
    const again = await office.app.inject({
      url: `/media/${String(draft.token)}`,
      headers: { 'if-none-match': String(answer.headers.etag) },
    })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  test('is a placeholder of its size, and 410, once it is withdrawn, over, or its brand may not be offered', async () => {
    const made = await approved()
    expect((await writer.post(`/api/media/${made.id}/withdraw`, {})).status).toBe(400)
    const { status } = await writer.post(`/api/media/${made.id}/withdraw`, { reason: 'Old rules' })
    expect([status, (await read(made.id)).withdrawnWhy]).toEqual([200, 'Old rules'])
    expect((await writer.post(`/api/media/${made.id}/withdraw`, { reason: 'R' })).body.code).toBe('media_not_approved')
    const over = await approved({ validUntil: '2026-11-19' })
    const later = await approved({ validFrom: '2026-11-21' })
    for (const { token } of [made, over, later]) {
      const answer = await shown(token)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([410, 'image/svg+xml'])
      expect(answer.body).toContain('width="300" height="250"')
    }
    const today = await approved({ validFrom: '2026-11-20', validUntil: '2026-11-20' })
    expect((await shown(today.token)).statusCode).toBe(200)
    await sql`update brand set authorized_until = '2026-11-19' where id = ${brand.id}`.execute(office.database.db)
    expect((await shown(today.token)).statusCode).toBe(410)
    expect(await gallery()).toEqual([])
    await sql`update brand set authorized_until = null where id = ${brand.id}`.execute(office.database.db)
  })

  test.each(['nobody', '%00', '..%2f..%2fetc', 'a'.repeat(199), '%F0%9F%8E%B0'])(
    'is not there under %s',
    async (token) => {
      expect((await shown(token)).statusCode).toBe(404)
    },
  )
})

describe('affiliates', () => {
  test('find what is approved for their brands, with their own links and the clicks by each', async () => {
    const made = await approved({ name: 'Tracked' })
    const there = { company: other.company, allowedBrands: [other.id], roles: ['campaign', 'brand'] }
    const [author, boss] = [
      await buildStaff(office.app, office.root, there),
      await buildStaff(office.app, office.root, there),
    ]
    const elsewhere = await buildMedia(author, { brand: other.id })
    const { version } = (await author.get(`/api/media/${elsewhere.id}`)).body
    expect((await boss.post(`/api/media/${elsewhere.id}/approve`, { version })).status).toBe(200)
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0' }
    const visit = (query: string, headers: Record<string, string> = agent) =>
      office.app.inject({ url: `/t/${String(link.token)}${query}`, headers })
    await visit(`?media=${String(made.token)}`)
    await visit(`?media=${String(made.token)}`, { 'user-agent': 'Googlebot/2.1' })
    await visit(`?media=${String(elsewhere.token)}`, { 'user-agent': 'Mozilla/5.0 (Macintosh) Safari/605' })
    for (const hostile of ['%00', "';drop table media", '__proto__', '%F0%9F%8E%B0', 'x'.repeat(5000)])
      expect((await visit(`?media=${hostile}`, {})).statusCode).toBe(302)
    await office.app.flushClicks!()
    const { media, links } = (await own.get('/api/portal/media')).body
    expect(media.find(({ id }: BuiltRecord) => id === made.id)).toMatchObject({
      name: 'Tracked',
      address: expect.stringContaining(`/media/${String(made.token)}`),
      warning: '18+',
      width: 300,
      height: 250,
      clicks: 1,
    })
    expect(media.some(({ id }: BuiltRecord) => id === elsewhere.id)).toBe(false)
    expect(links).toEqual([{ id: link.id, name: link.name, brand: brand.id, address: link.address }])
    const staff = await buildStaff(office.app, office.root, {
      company: brand.company,
      allowedBrands: [brand.id],
      roles: ['campaign', 'affiliate'],
    })
    expect((await staff.get(`/api/media/${made.id}/clicks`)).body).toEqual({
      total: 1,
      affiliates: [{ id: affiliate.id, name: 'Nina', clicks: 1 }],
    })
    const { rows } = await sql<{ media: number }>`select media from click where media is not null`.execute(
      office.database.db,
    )
    expect(rows.map(({ media: id }) => id)).toEqual([made.id, made.id])
  })

  test('find nothing of the office: no list, no record, no image that is not public', async () => {
    const made = await banner()
    for (const path of ['', `/${made.id}`, `/${made.id}/file`, `/${made.id}/clicks`])
      expect((await own.get(`/api/media${path}`)).status).toBe(403)
    expect((await own.post('/api/media', {})).status).toBe(403)
    expect((await upload(own, made.id, pngImage(1, 1))).status).toBe(403)
    expect((await writer.get('/api/portal/media')).status).toBe(403)
  })

  test('of other brands and companies nothing is seen, approved or given an image', async () => {
    const outsider = await buildStaff(office.app, office.root, {
      company: brand.company,
      allowedBrands: [other.id],
      roles: ['campaign', 'brand'],
    })
    const made = await banner()
    for (const path of ['', '/file', '/clicks'])
      expect((await outsider.get(`/api/media/${made.id}${path}`)).status).toBe(404)
    expect((await upload(outsider, made.id, pngImage(1, 1))).status).toBe(404)
    expect((await outsider.post(`/api/media/${made.id}/approve`, { version: 2 })).status).toBe(404)
    expect((await outsider.post(`/api/media/${made.id}/withdraw`, { reason: 'R' })).status).toBe(404)
  })
})
