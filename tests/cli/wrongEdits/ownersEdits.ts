import { lineAt, type Sources } from '#cli/configuration/sources.ts'
import type { WrongEdit } from './edits.ts'

type Replacement = readonly [from: string, to: string]

interface Slip {
  readonly code: string
  readonly path: string
  /** In order; the answer is expected in the line of the first. */
  readonly replacements: readonly [Replacement, ...Replacement[]]
  /** In whose line the answer is expected instead. */
  readonly at?: string
}

const campaign = 'resources/campaign.ts'
const brand = 'resources/brand.ts'
const media = 'resources/media.ts'
const subBrand = 'resources/subBrand.ts'
const host = 'resources/redirectHost.ts'
const names = 'resources/effects.ts'
const measures = 'resources/measures.ts'
const site = 'resources/affiliateSite.ts'
const activity = 'resources/reports/affiliateActivity.ts'
const theme = 'themes/meridian/theme.ts'

const slip = (code: string, path: string, ...replacements: Slip['replacements']): Slip => ({ code, path, replacements })

/** A field that somebody adds to campaigns, and to their form. */
const added = (code: string, line: string, name = /^'?([^':]+)/.exec(line)![1]!): Slip =>
  slip(
    code,
    campaign,
    ['    endsOn: date(),', `    endsOn: date(),\n    ${line},`],
    ["optional(['endsOn'])", `optional(['endsOn', '${name}'])`],
    ['import { computed,', 'import { boolean, computed, integer, list, money, percent, references,'],
  )

/** An option of campaigns that somebody adds. */
const option = (code: string, line: string): Slip => slip(code, campaign, ['  list: {', `  ${line},\n  list: {`])
const rule = (body: string) => option('C150', `rules: { ours: ${body} }`)

const scoped = (to: string) => slip('C156', campaign, ["scope: { brand: 'brand' }", `scope: ${to}`])
const named = (after: string, name: string) => slip('C075', names, [`'${after}',`, `'${after}',\n    '${name}',`])
const promoCode = (more: string) => ['promoCode: text({ max: 40,', `promoCode: text({ ${more}, max: 40,`] as const
const moved = (to: string) => slip('C157', host, ["path: '/registers/redirectHost'", `path: '${to}'`])
const formula = (to: string) => slip('C116', measures, ["formula: 'ggr / turnover'", `formula: '${to}'`])
const title = (to: string) => slip('C100', campaign, ["  title: 'name',", to])

/** Edits that product owners made and meant well: of what is a mistake, and what it is answered with. */
const slips: readonly Slip[] = [
  // Records that more people would see.
  scoped('{}'),
  scoped("{ company: 'brand.company' }"),
  slip('C156', 'resources/user.ts', ["scope: { company: 'company', partner: 'partner' }", 'scope: {}']),
  slip('C156', 'resources/application.ts', [
    "scope: { company: 'company', brand: 'brand', partner: 'affiliate.partner', manager: 'affiliate.manager' }",
    "scope: { company: 'company', partner: 'affiliate.partner', manager: 'affiliate.manager' }",
  ]),
  // Names without code, or for other records.
  named('recomputeToday', 'tellSlack'),
  named('partnerHierarchy', 'noMonday'),
  named('trackingAddress', 'age'),
  slip('C075', names, ["transition: ['keepSiteDecision',", "transition: ['tellThem', 'keepSiteDecision',"]),
  slip('C075', 'resources/jobs.ts', ['  dailyClose:', "  birthdays: defineJob({ dailyAt: '09:00' }),\n  dailyClose:"]),
  slip('C034', campaign, ["computed('isSuspended', { as: 'boolean'", "computed('entryLines', { as: 'json'"]),
  option('C034', "checks: ['partnerHierarchy']"),
  option('C034', "effects: { created: ['numberTerms'] }"),
  slip('C085', 'locales/languages.ts', [
    '  es: {',
    "  fr: { name: 'Français', numbers: 'fr-FR', decimalSign: ',' },\n  es: {",
  ]),
  // Names of fields.
  added('C004', 'aVeryLongNameOfAFieldThatNobodyWouldTypeTwiceInTheirLifetime: text()'),
  added('C004', 'xmin: text()'),
  added('C004', 'ctid: text()'),
  added('C004', 'tableoid: text()'),
  added('C004', 'version: text()'),
  added('C004', 'constructor: text()'),
  added('C004', 'totp: text()'),
  added('C004', 'promo_code: text()'),
  added('C004', 'descrição: text()'),
  added('C004', "'promo-text': text()"),
  added('C004', "'promo text': text()"),
  added('C004', "'#code': text()"),
  added('C004', "'🎉': text()"),
  added('C004', 'Promo: text()'),
  // Rules.
  rule("(record: any) => (record.name.length > 3 ? null : { field: 'name', code: 'required' })"),
  rule('() => true as never'),
  rule("() => 'wrong' as never"),
  rule("() => ({ field: 'nome', code: 'required' })"),
  rule("() => ({ field: 'name', code: 'too_tiny' }) as never"),
  rule("() => ({ field: 'name', code: 'too_long' })"),
  rule('(async () => null) as never'),
  rule("(record: any) => (record.promoCode ? { field: 'promo', code: 'required' } : null)"),
  // Fields that nobody can fill in.
  added('C151', 'note: text({ required: true, readOnly: true })'),
  slip(
    'C151',
    campaign,
    ['    endsOn: date(),', "    endsOn: date(),\n    note: text({ required: true, access: { write: ['root'] } }),"],
    ["identity: ['name',", "identity: ['note', 'name',"],
  ),
  slip(
    'C151',
    campaign,
    ['    endsOn: date(),', "    endsOn: date(),\n    parent: reference('campaign', { required: true }),"],
    ["identity: ['name',", "identity: ['parent', 'name',"],
  ),
  slip(
    'C151',
    brand,
    ['    paidUpTo: date(),', "    paidUpTo: date(),\n    first: reference('campaign', { required: true }),"],
    ["identity: ['name',", "identity: ['first', 'name',"],
  ),
  slip('C151', site, [
    'usage: text({ personal: true, required: true, max: 1000, multiline: true, access: { affiliate: ownWritten } })',
    "usage: text({ personal: true, required: true, max: 1000, multiline: true, access: { affiliate: 'self' } })",
  ]),
  // Rights.
  slip('C152', host, ["access: { role: 'brand', scope", "access: { role: 'brand', affiliate: 'self', scope"]),
  slip('C153', host, ['reason: text({ max: 200 })', "reason: text({ max: 200, access: { affiliate: 'self' } })"]),
  {
    ...slip('C154', campaign, [
      'name: text({ required: true, max: 120, search: true, access: {',
      "name: text({ required: true, max: 120, search: true, access: { read: ['financial'],",
    ]),
    at: "title: 'name'",
  },
  slip('C154', campaign, [
    "search: true, access: { affiliate: 'self' } }),\n    endsOn",
    "search: true, access: { read: ['root'], affiliate: 'self' } }),\n    endsOn",
  ]),
  option('C155', "effects: { guarded: { isSuspended: 'authenticatorCode' } }"),
  // Options that contradict each other.
  added('C158', 'flag: boolean({ unique: true })'),
  added('C158', "code: text({ unique: true, default: 'abc' })"),
  added('C158', 'note: text({ createOnly: true, readOnly: true })'),
  added('C158', 'rows: list({})'),
  added('C158', 'places: integer({ search: true })'),
  slip('C158', subBrand, ['      min: 1,', '      min: 3,\n      count: 2,']),
  slip('C158', media, ['language: choice(language, {', 'language: choice(language, { search: true,']),
  slip('C158', campaign, ["as: 'boolean', reads: []", "as: 'boolean', reads: [], required: true"]),
  slip('C158', campaign, ["as: 'boolean', reads: []", "as: 'boolean', reads: ['campaign']"]),
  slip('C158', campaign, [
    "identity: ['name', 'brand', 'promoCode']",
    "identity: ['name', 'brand', 'promoCode', 'isSuspended']",
  ]),
  slip('C158', campaign, ["brand: reference('brand', {", "brand: reference('brand', { own: true,"]),
  slip('C158', 'resources/user.ts', ['roles: manyOf(role)', 'roles: manyOf(role, { min: 40 })']),
  slip('C028', campaign, promoCode("unique: { within: 'promoCode' }")),
  slip('C022', campaign, promoCode("defaultOf: 'brand'")),
  slip('C022', subBrand, ["slug({ from: 'name'", "slug({ from: 'slug'"]),
  slip('C022', subBrand, ["slug({ from: 'name'", "slug({ from: 'brand'"]),
  slip('C037', campaign, ["promoCode: 'contains'", "promoCode: 'range'"]),
  option('C140', 'visibleWhen: { endsOn: {} }'),
  option('C140', "requiredWhen: { name: { name: 'x' } }"),
  option('C140', "requiredWhen: { endsOn: { promoCode: 'x' } }"),
  option('C014', "visibleWhen: { endsOn: { brand: 'Bet One' } }"),
  option('C014', "visibleWhen: { promoCode: { endsOn: 'tomorrow' } }"),
  formula('ggr / 0'),
  formula('5'),
  formula('margin / turnover'),
  formula('ggr - turnover'),
  slip('C116', measures, ["unit: 'ratio', formula: 'ggr / turnover'", "unit: 'money', formula: 'ggr / turnover'"]),
  { ...slip('C026', 'resources/affiliate.ts', ["      set: 'language',\n", '']), at: 'setLanguage: {' },
  // Pages, accounts and themes.
  moved('/registers/campaign/list'),
  moved('/registers/campaign/1'),
  moved('/api/host'),
  moved('/t/host'),
  slip('C157', activity, ["path: '/reports/affiliate/activity'", "path: '/registers/campaign/list'"]),
  {
    ...slip('C125', 'resources/accounts.ts', ["  cash: defineAccount({ code: '1.1.1.02' }),\n", '']),
    at: 'export const accounts',
  },
  slip('C094', theme, ["text: '#16242b'", "text: '#f0f0f0'"]),
  slip('C094', theme, ["onPrimary: '#ffffff'", "onPrimary: '#0b5f6f'"]),
  // What is no TypeScript.
  title('  title: ’name’,'),
  title("  title: 'name', # the title"),
  title("  title: 'name';"),
  title("  title = 'name',"),
  added('C100', 'part: money({ min: 0,5 })'),
  added('C100', 'promo text: text()', 'promoText'),
  added('C100', '🎉: text()', 'party'),
]

/** A file that somebody copied aside is listed nowhere. */
const copies = ['resources/campaign copy.ts', 'resources/campaign2.ts']

/** The edits of product owners, each of one file. */
export function ownersEdits(sources: Sources): WrongEdit[] {
  const edits = slips.map(({ code, path, replacements, at }): WrongEdit => {
    const before = sources.get(path)!
    const text = replacements.reduce((done, [from, to]) => {
      if (!done.includes(from)) throw new Error(`${path} has no longer: ${from}`)
      return done.replace(from, () => to)
    }, before)
    const [[from, to]] = replacements
    const changed = to.split('\n').findIndex((each, index) => each !== from.split('\n')[index])
    const line = lineAt(before, before.indexOf(at ?? from)) + (at ? 0 : changed)
    return { kind: 'owner', code, path, line, change: `${from} -> ${to}`, text }
  })
  const copied = copies.map((path): WrongEdit => {
    const text = sources.get(campaign)!
    const line = lineAt(text, text.indexOf('= define'))
    return { kind: 'owner', code: 'C108', path, line, change: `a copy of ${campaign}`, text }
  })
  return [...edits, ...copied]
}
