import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageEvents, type Shown } from '#cli/dev/messages.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { copyProject } from '#tests/support/projectCopy.ts'
import { rootCredentials } from '#tests/support/office.ts'
import { runServer, type ServerRun, startAtMostMs } from '#tests/support/server.ts'

let database: TestDatabase
let folder: string
let server: ServerRun
let address: string
let page: WebSocket
const shown: Shown[] = []

/** Listens to what an open page is shown. */
async function openPage(): Promise<void> {
  const client = await (await fetch(`${address}/@vite/client`)).text()
  const token = /wsToken = "([^"]+)"/.exec(client)![1]
  page = new WebSocket(`${address.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  page.addEventListener('message', ({ data }) => {
    const { type, event, data: said } = JSON.parse(data as string) as { type: string; event?: string; data: Shown }
    if (type === 'custom' && event === pageEvents.shown) shown.push(said)
  })
  await new Promise((done) => page.addEventListener('open', done))
}

const asPage = { headers: { accept: 'text/html' } }
const tell = (event: string, data?: object) => page.send(JSON.stringify({ type: 'custom', event, data }))
const said = (pattern: RegExp) =>
  eventually(() => pattern.exec(server.output()), {
    withinMs: startAtMostMs,
    what: () => `${pattern} in ${server.output()}`,
  })
const seen = async <Kind extends Shown['kind']>(kind: Kind) =>
  (await eventually(() => shown.find((each) => each.kind === kind), { what: () => JSON.stringify(shown) })) as Shown & {
    kind: Kind
  }

function edit(file: string, before: string, after: string): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(before)
  writeFileSync(path, text.replace(before, after))
}

const words = (en: string) => expect.objectContaining({ en, pt: expect.any(String), es: expect.any(String) })

const fieldsOfCampaign = async () => {
  const { paths } = (await (await fetch(`${address}/openapi.json`)).json()) as any
  return Object.keys(paths['/api/campaign'].post.requestBody.content['application/json'].schema.properties)
}
const declaration = async () => await (await fetch(`${address}/@fs${folder}/resources/campaign.ts`)).text()

beforeAll(async () => {
  database = await createTestDatabase()
  folder = copyProject('development')
  const environment = {
    // Who changes the declarations changes the tables.
    DATABASE_URL: database.ownerUrl,
    DEMO: '0',
    LOG_LEVEL: 'silent',
    ROOT_PASSWORD: rootCredentials.password,
  }
  server = runServer({ ...environment, DATA_DIR: join(folder, 'data') }, folder, 'src/cli/dev.ts')
  ;[, address = ''] = await said(/ready: +(http:\S+)/)
  await openPage()
}, startAtMostMs)
afterAll(async () => {
  await server.stop()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe('npm run dev', () => {
  it('serves pages from their sources, and the API beside them', async () => {
    const answer = await fetch(`${address}/registers/campaign/12`, asPage)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('src="/main.tsx"')])
    expect((await fetch(`${address}/api/me`)).status).toBe(401)
  })

  it('gives the page what it shows errors and questions with, connected to the server', async () => {
    const [, script] = /src="([^"]*overlay\.ts)"/.exec(await (await fetch(`${address}/home`, asPage)).text())!
    expect(await (await fetch(`${address}${script}`)).text()).toContain('import.meta.hot = ')
  })

  it('says what is wrong with an edit here and in the page, while what was good before goes on', async () => {
    edit('resources/campaign.ts', 'max: 120', 'maxx: 120')
    const line = /^resources\/campaign\.ts:\d+ C040 campaign\.fields\.name\.maxx: .*Did you mean 'max'\?/
    await said(new RegExp(line, 'm'))
    expect((await seen('wrong')).lines).toEqual([expect.stringMatching(line)])
    expect(await fieldsOfCampaign()).toContain('promoCode')
    expect(await declaration()).not.toContain('maxx')
  })

  it('asks before it changes the database, and takes the answer from the page', async () => {
    edit('resources/campaign.ts', 'maxx: 120', 'max: 120')
    edit('resources/campaign.ts', 'promoCode: text(', 'budget: text({ max: 20 }),\n    promoCode: text(')
    edit(
      'resources/campaign.ts',
      "identity: ['name', 'brand', 'promoCode']",
      "identity: ['name', 'brand', 'promoCode', 'budget']",
    )
    for (const language of ['pt', 'en', 'es'])
      edit(`locales/${language}/resources.ts`, "promoCode: '", "budget: 'Budget', promoCode: '")
    const { changes, question } = await seen('asks')
    expect(changes).toEqual([
      {
        said: words('campaign, 0 records: a new column'),
        statement: expect.stringMatching(/ADD COLUMN.*"budget" text;$/),
      },
      {
        said: words('campaign, 0 records: what is written from now on keeps to a constraint'),
        statement: expect.stringContaining('CHECK (char_length("budget") <= 20)'),
      },
    ])
    await said(/Change it\? \(y\/n\)/)
    expect(await fieldsOfCampaign()).not.toContain('budget')
    tell(pageEvents.answer, { question, isYes: true })
    await said(/Serves the edit after [\d.]+ s\./)
    expect(await fieldsOfCampaign()).toContain('budget')
    expect(await declaration()).toContain('budget')
  })

  it('ends with all that it began', async () => {
    expect(await server.stop()).toBe(0)
    await expect(fetch(address)).rejects.toThrow()
  })
})
