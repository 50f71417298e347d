import { sql } from 'kysely'
import { utils, write } from 'xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '#app/server/jobs/index.ts'
import { JobRunner } from '#engine/jobs/server/jobRunner.ts'
import {
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildRewardProfile,
  buildSignalTarget,
  buildStaff,
  type BuiltRecord,
  uniqueCpf,
} from '#tests/support/builders.ts'
import { countryNamed } from '#engine/imports/server/countryNamed.ts'
import { type Answer, type Client, type Office, openOffice, rootCredentials } from '#tests/support/office.ts'

/** Windows-1252 text of letters that Portuguese has: their codes are those of Latin-1. */
const windows1252 = (text: string) => Buffer.from(text, 'latin1')

describe('POST /api/{entity}/import', () => {
  let office: Office
  let brand: BuiltRecord
  let profile: BuiltRecord
  const parameters = (query: Record<string, unknown>) =>
    new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ).toString()
  const send = async (
    entity: string,
    body: string | Buffer,
    query: Record<string, unknown> = {},
    client: Client = office.root,
  ): Promise<Answer> => {
    const answer = await office.app.inject({
      method: 'POST',
      url: `/api/${entity}/import?${parameters({ dryRun: true, ...query })}`,
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'text/csv' },
      payload: body,
    })
    return { status: answer.statusCode, body: answer.json(), headers: {} }
  }
  const count = async (entity: string) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(entity)}`.execute(
      office.database.db,
    )
    return rows[0]!.count
  }
  const affiliates = (lines: readonly (readonly string[])[]) =>
    [
      'Nome;CPF;E-mail;Tipo de documento;Documento;Perfil de recompensa;Marcas',
      ...lines.map((line) => line.join(';')),
    ].join('\r\n')
  const line = (name: string, cpf = uniqueCpf()) => [
    name,
    cpf,
    `${cpf}@import.test`,
    'CPF',
    cpf,
    profile.name,
    brand.name,
  ]

  beforeAll(async () => {
    office = await openOffice()
    brand = await buildBrand(office.root, { name: 'Aposta Aurora' })
    profile = await buildRewardProfile(office.root, { company: brand.company, name: 'CPA 200, com espera' })
  })
  afterAll(() => office.close())

  it('says what it would do, row by row, and writes nothing', async () => {
    const before = await count('affiliate')
    const answer = await send('affiliate', affiliates([line('Ana'), line('Bia', '123'), line('Caio')]))
    expect(answer.body).toMatchObject({
      rows: 3,
      created: 2,
      updated: 0,
      unchanged: 0,
      refused: [
        { row: 3, field: 'cpf', code: 'invalid_cpf', cell: '123' },
        { row: 3, field: 'document' },
      ],
    })
    expect(await count('affiliate')).toBe(before)
  })

  it('makes records in the name of whoever imports, through the log, and leaves refused rows out', async () => {
    const answer = await send('affiliate', affiliates([line('Davi'), line('Elsa', '123')]), { dryRun: false })
    expect(answer.body).toMatchObject({ created: 1, refusedRows: 1, state: 'done' })
    const { rows } = await sql<{ operation: string; batch: string; actor: string }>`select operation, batch, actor
      from activity_log where object = 'affiliate' order by id desc limit 1`.execute(office.database.db)
    expect(rows).toEqual([{ operation: 'create', batch: `import-${answer.body.id}`, actor: 'root@office.test' }])
  })

  it('takes cells that were mended in place of those of the file, also of columns that it lacks', async () => {
    const file = affiliates([line('Hugo', '123'), line('Iara')]).replace(';E-mail', ';Outra coluna')
    const checked = await send('affiliate', file)
    expect(checked.body).toMatchObject({ created: 1, refusedRows: 1, cells: {} })
    const cpf = uniqueCpf()
    const mended = { 2: { cpf, document: cpf, email: `${cpf}@import.test` } }
    const body = { upload: checked.body.id, mapping: { cells: mended } }
    const again = await office.root.post('/api/affiliate/import', { ...body, dryRun: true })
    expect(again.body).toMatchObject({ created: 2, refusedRows: 0, cells: mended })
    expect((await office.root.post('/api/affiliate/import', { ...body, dryRun: false })).body.created).toBe(2)
    const { body: made } = await office.root.get(`/api/affiliate?filter=${encodeURIComponent(JSON.stringify({ cpf }))}`)
    expect(made).toMatchObject([{ name: 'Hugo', email: `${cpf}@import.test` }])
  })

  it('tells webhooks of what it changes, as an edit by hand does', async () => {
    const company = brand.company as number
    const affiliate = await buildAffiliate(office.root, { company, brands: [brand.id], rewardProfile: profile.id })
    await buildSignalTarget(office.root, { brands: [brand.id], signals: ['keyChanged'] })
    const file = `token;paymentType;paymentKeyType;paymentKey\n${affiliate.token};automatic;email;paid@import.test\n`
    const checked = await send('affiliate', file)
    expect(checked.body).toMatchObject({ updated: 1, refused: [] })
    const body = { upload: checked.body.id, dryRun: false, currentPassword: rootCredentials.password }
    expect((await office.root.post('/api/affiliate/import', body)).body).toMatchObject({ updated: 1, refused: [] })
    const { rows } = await sql`select name, affiliate from signal where affiliate = ${affiliate.id}`.execute(
      office.database.db,
    )
    expect(rows).toEqual([{ name: 'keyChanged', affiliate: affiliate.id }])
  })

  it('takes columns as the file’s system heads them, before the names that they have here', async () => {
    const file = `Partner ID;Name;CPF;E-mail\n9101;Nina;${uniqueCpf()};nina@import.test\n`
    const mapping = { source: 'affilka', names: { externalId: ['partner id'] }, defaults: { brands: brand.name } }
    const answer = await send('affiliate', file, { mapping })
    expect(answer.body).toMatchObject({
      created: 1,
      refused: [],
      columns: [{ head: 'Partner ID', field: 'externalId', by: 'name' }, {}, {}, {}],
    })
  })

  it.each([
    ['First Name;Last Name', 'Ana;Conceição'],
    ['Last Name;First Name', 'Conceição;Ana'],
    ['Nome;Sobrenome', 'Ana;Conceição'],
    ['Nombre;Apellidos', 'Ana;Conceição'],
  ])('takes %s for one name', async (heads, cells) => {
    const cpf = uniqueCpf()
    const file = `ID;${heads};CPF;E-mail\n77${cpf};${cells};${cpf};${cpf}@import.test\n`
    const mapping = { source: 'names', defaults: { brands: brand.name } }
    const { body } = await send('affiliate', file, { mapping, dryRun: false })
    expect(body).toMatchObject({ created: 1, refused: [] })
    const { rows } = await sql<{ name: string }>`select name from affiliate where cpf = ${cpf}`.execute(
      office.database.db,
    )
    expect(rows).toEqual([{ name: 'Ana Conceição' }])
    expect((await send('affiliate', file, { mapping })).body).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  })

  it('calls a link as its token where the file gives it no name, whatever signs the token ends with', async () => {
    const affiliate = await buildAffiliate(office.root, { company: brand.company, brands: [brand.id] })
    const campaign = await buildCampaign(office.root, { brand: brand.id })
    const file = `Btag;Affiliate\na_5000b_1c_;${affiliate.token}\n_x-9-;${affiliate.token}\n`
    const mapping = { defaults: { campaign: `#${campaign.id}` } }
    const { body } = await send('action', file, { mapping, dryRun: false })
    expect(body).toMatchObject({ created: 2, refused: [] })
    const { rows } = await sql<{ name: string; token: string }>`select name, token from action
      where campaign = ${campaign.id} order by id`.execute(office.database.db)
    expect(rows).toEqual(['a_5000b_1c_', '_x-9-'].map((token) => ({ name: token, token })))
    const visit = async (token: string) => (await office.app.inject(`/t/${token}`)).statusCode
    for (const token of ['a_5000b_1c_', 'A_5000B_1C_.', '_x-9-', '%22_x-9-%22']) expect(await visit(token)).toBe(302)
  })

  it('with mode=all writes nothing while a row is refused', async () => {
    const before = await count('affiliate')
    const answer = await send('affiliate', affiliates([line('Fábio'), line('Gil', '123')]), {
      dryRun: false,
      mode: 'all',
    })
    expect(answer.body).toMatchObject({ created: 0, refusedRows: 1 })
    expect(await count('affiliate')).toBe(before)
  })

  it.each([
    ['windows-1252, separated by semicolons', (text: string) => windows1252(text)],
    ['UTF-16 with its mark', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-8 with its mark, separated by tabs', (text: string) => Buffer.from(`\uFEFF${text.replaceAll(';', '\t')}`)],
    ['separated by bars', (text: string) => Buffer.from(text.replaceAll(';', '|'))],
    ['separated by circumflexes', (text: string) => Buffer.from(text.replaceAll(';', '^'))],
    ['a first line sep=;', (text: string) => Buffer.from(`sep=;\r\n${text}`)],
  ])('reads %s', async (_, encoded) => {
    const answer = await send('affiliate', encoded(affiliates([line('João Conceição')])))
    expect(answer.body).toMatchObject({ created: 1, refused: [] })
    const { body } = await office.root.get(`/api/import/${answer.body.id}/rows`)
    expect(body).toMatchObject([{ name: 'João Conceição' }])
  })

  it('takes countries by their names, and leaves the sum below a table out', async () => {
    const [head, ...rows] = affiliates([line('Ana')])
      .split('\r\n')
      .filter(Boolean)
    const file = [`${head};Country`, ...rows.map((row) => `${row};Brasil`), 'Total;1'].join('\r\n')
    expect((await send('affiliate', file)).body).toMatchObject({ created: 1, refused: [] })
    expect(['Brazil', 'bra', 'España', 'EUA', 'Nárnia'].map(countryNamed)).toEqual(['BR', 'BR', 'ES', 'US', undefined])
  })

  it('reads XLSX with numbers, days and titles above the heads', async () => {
    const sheet = utils.aoa_to_sheet(
      [
        ['Exportado em 26/11/2026'],
        ['Nome', 'Slug', 'Site', 'Pagamento mínimo', 'Pago até', 'Empresa'],
        ['Loto Lume', 'loto-lume', 'https://lume.example', 1234.5, new Date(Date.UTC(2026, 10, 26)), brand.company],
      ],
      { cellDates: false },
    )
    const workbook = utils.book_new()
    utils.book_append_sheet(workbook, sheet, 'Marcas')
    const bytes = write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    const company = (await office.root.get(`/api/company/${brand.company}`)).body.name
    const mapping = {
      values: { company: { [String(brand.company)]: company } },
      columns: { 'Pagamento mínimo': 'minimumPayout', 'Pago até': 'paidUpTo' },
    }
    const answer = await send('brand', bytes, { dryRun: false, mapping })
    expect(answer.body).toMatchObject({ created: 1, refused: [] })
    const made = await office.root.get(`/api/brand?filter=${encodeURIComponent('{"slug":"loto-lume"}')}`)
    expect(made.body).toMatchObject([{ name: 'Loto Lume', minimumPayout: 1234.5, paidUpTo: '2026-11-26' }])
  })

  it('changes what it knows by a unique value, and nothing the second time', async () => {
    const cpf = uniqueCpf()
    await send('affiliate', affiliates([line('Hugo', cpf)]), { dryRun: false })
    const changed = affiliates([line('Hugo Prado', cpf)])
    expect((await send('affiliate', changed, { dryRun: false })).body).toMatchObject({ created: 0, updated: 1 })
    expect((await send('affiliate', changed, { dryRun: false })).body).toMatchObject({ updated: 0, unchanged: 1 })
  })

  it('refuses the same record twice in one file, naming the row before', async () => {
    const cpf = uniqueCpf()
    const answer = await send('affiliate', affiliates([line('Igor', cpf), line('Igor Dias', cpf)]))
    expect(answer.body).toMatchObject({
      created: 1,
      refused: [{ row: 3, code: 'import_repeated', values: { row: 2 } }],
    })
  })

  it('resolves references by token and external id, and refuses names that nothing or several have', async () => {
    const own = await buildAffiliate(office.root, { brands: [brand.id], rewardProfile: profile.id, name: 'Palpite' })
    await buildAffiliate(office.root, { brands: [brand.id], rewardProfile: profile.id, name: 'Sorte' })
    await buildAffiliate(office.root, { brands: [brand.id], rewardProfile: profile.id, name: 'Sorte' })
    const [head, first] = affiliates([line('Kit')]).split('\r\n')
    const file = `ID;${head}\r\n4101;${first}`
    expect((await send('affiliate', file, { dryRun: false, source: 'old' })).body).toMatchObject({ created: 1 })
    const links = [
      'name;campaign;affiliate',
      `by token;Verão;${own.token}`,
      'by external id;Verão;4101',
      'by name;Verão;PALPITE',
      'nobody;Verão;Ninguém',
      'several;Verão;Sorte',
    ].join('\n')
    await send('campaign', `nome,marca\nVerão,${brand.name}`, { dryRun: false })
    const answer = await send('action', links, { source: 'old' })
    expect(answer.body).toMatchObject({
      created: 3,
      refused: [
        { row: 5, field: 'affiliate', code: 'import_reference_unknown', values: { value: 'Ninguém' } },
        { row: 6, field: 'affiliate', code: 'import_reference_ambiguous' },
      ],
    })
  })

  it('knows records by their external id, unique in a source', async () => {
    const head = 'external_id;name;brand\n'
    const first = await send('campaign', `${head}77;Outono;${brand.name}`, { dryRun: false, source: 'affilka' })
    expect(first.body).toMatchObject({ created: 1 })
    const again = await send('campaign', `${head}77;Outono II;${brand.name}`, { dryRun: false, source: 'affilka' })
    expect(again.body).toMatchObject({ created: 0, updated: 1 })
    const other = await send('campaign', `${head}77;Inverno;${brand.name}`, { source: 'netrefer' })
    expect(other.body).toMatchObject({ created: 1 })
  })

  describe('of payments that no id tells apart', () => {
    const payments = (lines: readonly string[]) => ['Afiliado;Data;Valor bruto;Moeda;Status', ...lines].join('\r\n')
    const sendAll = (lines: readonly string[], head?: string) =>
      send('pastPayment', head ? [head, ...lines].join('\r\n') : payments(lines), { dryRun: false })
    let affiliate: BuiltRecord
    beforeAll(async () => {
      affiliate = await buildAffiliate(office.root, { company: brand.company, brands: [brand.id] })
    })

    it('changes nothing the second time, however often one is alike, and adds what is new', async () => {
      const row = (day: string, value: string, state = 'paid') => `${affiliate.token};${day};${value};BRL;${state}`
      const lines = [row('05/08/2026', '100,00'), row('05/08/2026', '100,00'), row('05/09/2026', '1.250,50')]
      expect((await sendAll(lines)).body).toMatchObject({ created: 3 })
      expect((await sendAll(lines)).body).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
      // As other programs write the same: another order, another number, another day of the same kind.
      const again = [row('2026-09-05', '1250.5'), row('2026-08-05', '100'), row('2026-08-05', '100.00')]
      expect((await sendAll(again)).body).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
      const longer = [...lines, row('05/08/2026', '100,00'), row('05/10/2026', '100,00')]
      expect((await sendAll(longer)).body).toMatchObject({ created: 2, unchanged: 3 })
      expect((await sendAll(longer)).body).toMatchObject({ created: 0, unchanged: 5 })
      const returned = [row('05/08/2026', '100,00', 'returned'), ...longer.slice(1)]
      expect((await sendAll(returned)).body).toMatchObject({ created: 0, updated: 1, unchanged: 4 })
      expect((await sendAll(returned)).body).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
    })

    it('keeps two of other references apart, and gives one the id that it lacked', async () => {
      const head = 'Afiliado;Data;Valor bruto;Moeda;Referência'
      const row = (reference: string) => `${affiliate.token};05/11/2026;70,00;BRL;${reference}`
      expect((await sendAll([row('A-1')], head)).body).toMatchObject({ created: 1 })
      expect((await sendAll([row('A-2'), row('A-1')], head)).body).toMatchObject({ created: 1, unchanged: 1 })
      const named = `${head};externalId`
      expect((await sendAll([`${row('A-2')};2`, `${row('A-1')};1`], named)).body).toMatchObject({
        created: 0,
        updated: 2,
      })
      expect((await sendAll([`${row('')};3`], named)).body).toMatchObject({ created: 1 })
      expect((await sendAll([`${row('')};3`, `${row('A-1')};1`], named)).body).toMatchObject({ unchanged: 2 })
    })
  })

  it('names a record that a later row makes', async () => {
    const { body: levels } = await office.root.get(
      `/api/partnerLevel?filter=${encodeURIComponent(JSON.stringify({ company: brand.company }))}`,
    )
    const of = (level: number) => levels.find((each: BuiltRecord) => each.level === level).name
    const file = `name;partner_level;parent;percentage;company\nNeta;${of(2)};Avó;10;#${brand.company}\nAvó;${of(1)};;30,5;#${brand.company}`
    expect((await send('partner', file, { dryRun: false })).body).toMatchObject({ created: 2, refused: [] })
  })

  it('takes columns as the mapping says, by heads or by fields, and remembers them for the company', async () => {
    const file = `Título da campanha;Casa\nPrimavera;${brand.name}`
    expect((await send('campaign', file)).body).toMatchObject({ created: 0, refusedRows: 1 })
    const mapping = { 'Título da campanha': 'name', Casa: 'brand' }
    expect(
      (await send('campaign', file, { mapping: { name: 'Título da campanha', brand: 'Casa' } })).body,
    ).toMatchObject({ created: 1 })
    expect((await send('campaign', file, { mapping, dryRun: false })).body).toMatchObject({ created: 1 })
    expect((await send('campaign', file.replace('Primavera', 'Carnaval'))).body).toMatchObject({ created: 1 })
  })

  it('is undone as a whole, but for what was changed since', async () => {
    const cpfs = [uniqueCpf(), uniqueCpf(), uniqueCpf()] as const
    const old = await buildAffiliate(office.root, {
      brands: [brand.id],
      rewardProfile: profile.id,
      cpf: cpfs[0],
      name: 'Lia',
    })
    const answer = await send(
      'affiliate',
      affiliates([line('Lia Nova', cpfs[0]), line('Max', cpfs[1]), line('Nina', cpfs[2])]),
      { dryRun: false },
    )
    expect(answer.body).toMatchObject({ created: 2, updated: 1 })
    const { body: rows } = await office.root.get(`/api/import/${answer.body.id}/rows`)
    const nina = rows.find((row: { name: string }) => row.name === 'Nina').record as number
    await office.root.put(`/api/affiliate/${nina}`, { alias: 'changed since' })
    const undone = await office.root.post(`/api/import/${answer.body.id}/undo`, {})
    expect(undone.body).toMatchObject({ undone: 2, refused: [{ row: 4, code: 'stale_version' }] })
    expect((await office.root.get(`/api/affiliate/${old.id}`)).body.name).toBe('Lia')
    expect((await office.root.get(`/api/affiliate/${nina}`)).status).toBe(200)
    expect((await office.root.post(`/api/import/${answer.body.id}/undo`, {})).body.code).toBe('import_not_undoable')
  })

  it('runs in the background with the rights of whoever asked', async () => {
    const answer = await send('affiliate', affiliates([line('Otto')]), { dryRun: false, background: true })
    expect(answer.body).toMatchObject({ state: 'waiting' })
    await new JobRunner({
      context: { database: office.database, environment: office.environment, now: () => new Date() },
      jobs: jobs.filter(({ name }) => name === 'recordImports'),
      log: { info() {}, warn() {}, error() {} },
    }).runDue()
    expect((await office.root.get(`/api/import/${answer.body.id}`)).body).toMatchObject({ state: 'done', created: 1 })
  })

  it('writes what the role and scope of whoever imports allow, and is read by its maker alone', async () => {
    const staff = await buildStaff(office.app, office.root, {
      company: brand.company,
      allowedBrands: [brand.id],
      roles: ['affiliate'],
    })
    const [head, first] = affiliates([line('Pia')]).split('\r\n')
    const file = `${head};Tipo de pagamento;Tipo da chave;Chave\r\n${first};automatic;email;pia@import.test`
    const mapping = { 'Tipo da chave': 'paymentKeyType', Chave: 'paymentKey' }
    const answer = await send('affiliate', file, { mapping }, staff)
    expect(answer.body).toMatchObject({ created: 0, refused: [{ field: 'paymentKey', code: 'field_forbidden' }] })
    expect((await send('campaign', 'name\nx', {}, staff)).status).toBe(403)
    const other = await buildStaff(office.app, office.root, {
      company: brand.company,
      allowedBrands: [brand.id],
      roles: ['affiliate'],
    })
    expect((await other.get(`/api/import/${answer.body.id}`)).status).toBe(404)
  })

  it.each([
    ['an empty file', '', 'import_empty'],
    ['heads alone', 'name;brand', 'import_empty'],
    ['a PDF', '%PDF-1.7', 'import_unreadable'],
    ['a broken workbook', Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3]), 'import_unreadable'],
  ])('refuses %s', async (_, body, code) => {
    const answer = await send('campaign', body)
    expect([answer.status, answer.body.code]).toEqual([422, code])
  })
})
