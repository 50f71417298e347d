import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languageKeys } from '#locales/languages.ts'
import { resources } from '#resources/index.ts'
import { reports } from '#resources/reports/index.ts'
import { brandThemes } from '#themes/index.ts'
import { copyWithRecipes, runInCopy } from '#tests/support/recipes.ts'

const root = join(import.meta.dirname, '../..')
let folder: string

/** What a program of the copy says of all that the recipes made, in one process. */
const program = `
  import { z } from 'zod'
  import { checkProject } from './src/cli/configuration/checkProject.ts'
  import { explain } from './src/cli/configuration/explain.ts'
  import { textsOf } from './src/engine/export/server/texts.ts'
  import { formatMoney, languageOf } from './src/engine/ui/fields/format.ts'
  import { loadTexts } from './src/engine/auth/ui/signIn/texts.ts'
  import { themeOfHost } from './themes/index.ts'
  import { declaredSchema } from './src/engine/server/database/declaredSchema.ts'
  import { activityDescriptions } from './src/features/activity/server/documentation.ts'
  import { signalWebhooks } from './src/features/webhooks/server/documentation.ts'
  import { eventChecker } from './src/features/activity/server/write/incomingEvent.ts'
  import { columnsNeeded } from './src/features/reporting/server/reportColumns.ts'
  import { measureColumn } from './resources/measures.ts'
  import { resources } from './resources/index.ts'
  import { transitions } from './resources/transitions.ts'
  import { decisionRows } from './src/engine/declaration/decision.ts'
  import { decisionsOf } from './src/engine/declaration/transition.ts'
  import { jobs } from './src/app/server/jobs/index.ts'
  import { validateRecord } from './src/engine/declaration/derive/validator.ts'
  const { problems, counts, configuration } = await checkProject(process.cwd())
  const explained = (name) => configuration && explain(name, configuration)
  const { translate, csv } = textsOf('fr')
  const french = [translate('choices.language.fr'), csv.decimalSign, formatMoney(1234.5, { language: languageOf('fr') }), typeof (await loadTexts('fr')).signIn.language]
  const columns = declaredSchema.flatMap((table) => table.columns.filter(({ name }) => /cashback|win_count/.test(name)).map(({ name, type }) => table.name + '.' + name + ' ' + type))
  const event = { event_id: 'c', type: 'cashback', occurred_at: '2026-03-10T12:00:00Z', amount: '5.00' }
  const check = eventChecker({ currency: null, zone: 'UTC', now: new Date('2026-04-01') })
  const checked = [event, { ...event, product: 'bets' }, { ...event, product: 'bets', amount: '-5.00' }].map((raw) => check(raw).code ?? 'taken')
  const measures = ['cashbacks', 'lotto_cashbacks', 'cashback_share', 'lotto_cashback_share', 'win_count'].map((name) => [measureColumn(name).unit, columnsNeeded([name]).stored])
  const documented = JSON.stringify(z.toJSONSchema(activityDescriptions['POST /ingest/events'].body)).includes('cashback')
  const signed = (endsOn) => validateRecord({
    resource: resources.contract, operation: 'create', input: { name: 'A', brand: 1, affiliate: 1, signedOn: '2026-03-10', endsOn },
    actor: { kind: 'user', root: true, roles: new Set() },
  })
  const ruled = ['2026-03-09', '2026-03-10'].map((day) => (signed(day).problems ?? []).map(({ field, code }) => field + ' ' + code))
  const told = signalWebhooks().contractSigned.post.requestBody.content['application/json'].schema.properties.data.properties
  const signal = [translate('choices.signal.contractSigned'), told.object, Object.keys(told).slice(4), resources.signalTarget.fields.signals.choices.values.includes('contractSigned')]
  const decided = [decisionRows(decisionsOf(transitions, resources), 'a test').find((row) => row.includes('contract')), translate('transitions.contract.sign.label'), translate('resourcePages.log.operations.sign')]
  const { schedule, runsAtFirstStart } = jobs.find(({ name }) => name === 'endingContracts')
  const said = [translate('moneyPages.jobs.names.endingContracts'), translate('resources.contract.help.endsOn')]
  console.log(JSON.stringify({
    job: { schedule, runsAtFirstStart }, signal, said, decided, ruled, columns, checked, measures, documented, label: translate('events.cashback', { smart_count: 2 }), problems, counts, french, entity: explained('contract'), report: explained('campaigns'), user: explained('user'), theme: themeOfHost('aurora.localhost').title,
  }))
`
let made: {
  job: object
  signal: unknown[]
  said: string[]
  decided: string[]
  ruled: string[][]
  columns: string[]
  checked: string[]
  measures: unknown[]
  documented: boolean
  label: string
  problems: object[]
  counts: Record<string, number>
  french: string[]
  entity: string
  report: string
  user: string
  theme: string
}

beforeAll(() => {
  folder = copyWithRecipes()
  made = runInCopy(folder, program)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the recipes of resources/README.md', () => {
  it('are sound together: one entity, report, language and theme more than we have', () => {
    expect(made.problems).toEqual([])
    const ours = {
      resources: Object.keys(resources),
      reports: Object.keys(reports),
      languages: languageKeys,
      themes: brandThemes,
    }
    expect(made.counts).toEqual(Object.fromEntries(Object.entries(ours).map(([name, all]) => [name, all.length + 1])))
  })
  it('make an entity with its table, routes, form and labels, and a role that reads it and changes nothing', () => {
    expect(made.entity).toMatch(
      /table contract\n[\s\S]*budget numeric\(18,2\) 100::numeric\(18,2\) in records that are there/,
    )
    expect(made.entity).toContain('FOREIGN KEY ("brand") REFERENCES "brand" ("id")')
    expect(made.entity).toContain('GET /api/contract')
    expect(made.entity).toMatch(/contact: .*of a person: .*kept P2Y after the last use/)
    expect(made.entity).toMatch(/identity: name, brand, affiliate, signedOn, contact, endsOn, budget/)
    expect(made.entity).toMatch(/^ {2}auditor: list, read; changes none/m)
    expect(made.entity).toMatch(/^ {2}campaign: create, update, remove/m)
  })
  it('make a rule that forms and server ask, and a value that is computed, listed and exported', () => {
    expect(made.ruled).toEqual([['endsOn before_begin'], []])
    expect(made.entity).toMatch(/signedOn, days/)
  })
  it('make a cell that is changed in its list', () => {
    expect(made.entity).toContain('changed in its cells: signedOn')
  })
  it('make a job that runs at its time and a line of help, in every language', () => {
    expect(made.job).toEqual({ schedule: { dailyAt: '07:00' }, runsAtFirstStart: false })
    expect(made.said).toEqual(['Contracts that end', 'The last day on which it holds.'])
  })
  it('make a decision of two people, in the table of them, with its label and its word in the log', () =>
    expect(made.decided).toEqual([
      '| contract · sign | `POST /api/contract/:id/sign` | `campaign` | who made the contract | authenticator code | `a test` |',
      'Sign',
      'signed',
    ]))
  it('make a signal that targets can want, labelled and described', () =>
    expect(made.signal).toEqual([
      'Contract signed',
      { enum: ['contract'] },
      ['name', 'brand', 'affiliate', 'signedOn'],
      true,
    ]))
  it('make a report', () => expect(made.report).toContain('GET /api/report/campaigns'))
  it('make an event that is checked and told of, a stored measure in both roll-ups and their running sums, and one over it, of all products and of one', () => {
    expect(made.checked).toEqual(['missing_product', 'taken', 'negative_amount'])
    expect([made.documented, made.label]).toEqual([true, 'Cashbacks'])
    expect(made.columns).toEqual([
      'movement.win_count bigint',
      'movement.cashbacks numeric(18,2)',
      'movement_past.win_count bigint',
      'movement_past.cashbacks numeric(18,2)',
      ...['movement_wide', 'running_day', 'total_day'].flatMap((table) =>
        ['bets', 'games', 'lotto'].flatMap((product) => [
          `${table}.${product}_win_count bigint`,
          `${table}.${product}_cashbacks_minor bigint`,
        ]),
      ),
      ...['cohort_month', 'cohort_total'].flatMap((table) => [
        `${table}.win_count bigint`,
        `${table}.cashbacks bigint`,
      ]),
    ])
    expect(made.measures).toEqual([
      ['money', ['cashbacks']],
      ['money', ['lotto_cashbacks']],
      ['ratio', ['cashbacks', 'turnover']],
      ['ratio', ['lotto_cashbacks', 'lotto_turnover']],
      ['count', ['win_count']],
    ])
    expect(made.report).toMatch(/columns: turnover, payout, cashbacks, cashback_share, lotto_cashbacks, ngr, margin/)
  })
  it('make a theme that its host gets', () => expect(made.theme).toBe('Aurora Partners'))
  it('make French a language that people choose and that files and pages are written in', () => {
    expect(made.user).toMatch(/language: one of pt, en, es, fr/)
    expect(made.french).toEqual(['Français', ',', expect.stringMatching(/1\s234,50$/), 'string'])
  })
})

describe('a language', () => {
  it('is named by no other file of the product to tell it from others', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.tsx?$/.test(path) && !path.startsWith('cli/demo'),
    )
    const naming = sources.filter((path) =>
      /locales\/(?!en\/)\w\w\/|[=!]== '(?:en|es|pt)'|\b(?:en|es|pt): \(/.test(
        readFileSync(join(root, 'src', path), 'utf8'),
      ),
    )
    // The entrance comes with the texts of the first language.
    expect(naming).toEqual(['engine/auth/ui/signIn/texts.ts'])
  })
})
