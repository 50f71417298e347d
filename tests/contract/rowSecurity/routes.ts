import { formerCalls } from '#app/server/formerCalls.ts'
import { reports } from '#resources/reports/index.ts'
import { resources } from '#resources/index.ts'
import { hasExternalIds } from '#engine/imports/server/externalIdRoutes.ts'
import { isImported } from '#engine/imports/isImported.ts'
import { personalRoutes } from './personalRoutes.ts'
import { programRoutes } from './programRoutes.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'

/*
 * Every route of the server, each by one line of its own, but for those that follow from a resource (list, read,
 * export, …), which are walked for all of them. A new route makes the walk fail until
 * it stands here:
 *
 * - `'GET /api/new/thing': walk('/api/new/thing?from=…')`: these addresses are read by every reader; `:foreign` in one
 * stands for the id of each record of the entity named as second argument that is foreign.
 * - `'POST /api/new/:id/act': refused('entity', {…})`: sent for every foreign record of the entity; must be refused,
 * and tell nothing. `null` sends no body.
 * - `'POST /api/new': said({…})`: sent as it is; whatever comes of it, the answer tells nothing.
 * - `'GET /new': open('why')`: the same for everybody, about nobody. `own('why')`: it ends or starts what belongs to
 * the caller, so that walking it would only end the walk.
 */

/** How a route is walked. */
export type Fence =
  | { readonly kind: 'walk'; readonly paths: readonly string[]; readonly entity?: string }
  | { readonly kind: 'refused'; readonly entity: string; readonly body: object | null }
  | { readonly kind: 'said'; readonly body: unknown }
  | { readonly kind: 'open' | 'own'; readonly why: string }

const walk = (paths: string | readonly string[], entity?: string): Fence => ({
  kind: 'walk',
  paths: [paths].flat(),
  ...(entity ? { entity } : {}),
})
const refused = (entity: string, body: object | null = {}): Fence => ({ kind: 'refused', entity, body })
const said = (body: unknown = {}): Fence => ({ kind: 'said', body })
const open = (why: string): Fence => ({ kind: 'open', why })
const own = (why: string): Fence => ({ kind: 'own', why })

const programs = programRoutes({ walk, said, open })
const personal = personalRoutes({ walk, open, own })
const period = 'from=2026-01-01&to=2026-01-31'
const reportPaths = Object.values(
  reports as Readonly<
    Record<string, { readonly name: string; readonly rows: readonly string[]; readonly openInto: readonly string[] }>
  >,
).flatMap(({ name, rows, openInto }) =>
  [undefined, ...rows, ...openInto].map(
    (row) => `/api/report/${name}?${period}${row === undefined ? '' : `&rows=${row}`}`,
  ),
)
const onePixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const run = {
  payees: [1, 2, 3, 4].map((id) => ({ kind: 'affiliate', id, currency: 'BRL', value: 1, method: 'automatic' })),
  approvals: [1, 2, 3, 4],
}
const openingFile = {
  file: {
    name: 'balances.csv',
    content: Buffer.from('affiliate;balance;date\nfence-foreign;1;2026-01-02\n').toString('base64'),
  },
}
const hand = { paidAt: '2026-02-01', reference: 'R', currency: 'BRL' }

/** The routes that do not follow from a resource. */
const written: Readonly<Record<string, Fence>> = {
  ...Object.fromEntries(
    (Object.values(resources) as unknown as AnyResource[])
      .filter(isImported)
      .flatMap(({ name }) => [[`POST /api/${name}/import`, said({ upload: 1 })]]),
  ),
  ...Object.fromEntries(
    (Object.values(resources) as unknown as AnyResource[]).filter(hasExternalIds).flatMap(({ name }) => [
      [`GET /api/${name}/:id/external_id`, walk(`/api/${name}/:foreign/external_id`, name)],
      [`PUT /api/${name}/:id/external_id`, refused(name, { source: 'old', value: '1' })],
    ]),
  ),
  'GET /api/import': walk('/api/import'),
  'GET /api/import/:id': walk(['/api/import/1', '/api/import/2']),
  'GET /api/import/:id/rows': walk('/api/import/1/rows'),
  'GET /api/import/:id/refused': walk('/api/import/1/refused'),
  'POST /api/import/:id/undo': own('undoes what the caller imported; imports.test.ts'),
  'DELETE /api/import/:id': own('removes a file of the caller; imports.test.ts'),
  ...programs,
  ...personal,
  'GET /': open('the pages'),
  'GET /manifest.webmanifest': open('what a device is told of the portal'),
  'GET /app-icon.svg': open('an icon'),
  'GET /app-icon.png': open('an icon'),
  'GET /health': open('is it alive'),
  'GET /ready': open('is it ready'),
  'GET /metrics': walk('/metrics'),
  'GET /openapi.json': walk('/openapi.json'),
  'GET /t/:token': open('a redirect of a player; visits.test.ts'),
  ...Object.fromEntries(['GET /t/*', 'GET /T/*', 'GET //t/*'].map((route) => [route, open('forgivingLinks.test.ts')])),
  'GET /postback/:brandSlug': open('signed by the brand; postback.test.ts'),
  'POST /postback/:brandSlug': open('signed by the brand; postback.test.ts'),
  'POST /ingest/events': open("by the brand's key; batches.test.ts"),
  'POST /payouts/webhook': open('signed by the gateway; httpGateway.test.ts'),
  'POST /login': own('signs in'),
  'POST /login/partner': own('signs in'),
  'POST /login/affiliate': own('signs in'),
  'POST /logout': own('ends the session'),
  'POST /refresh': own("takes the caller's token"),
  'POST /second_step': own("takes the caller's token"),
  'PUT /api/me/password': own("the caller's"),
  'PUT /api/me/preferences': own("the caller's"),
  'GET /api/me': walk('/api/me'),
  'GET /api/session': walk('/api/session'),
  'DELETE /api/session/:id': own("of the caller's sessions; signIn.test.ts"),
  'GET /api/me/view': walk(['/api/me/view?report=affiliateActivity', '/api/me/view?list=affiliate']),
  'POST /api/me/view': own("the caller's"),
  'DELETE /api/me/view/:id': own("the caller's"),
  'GET /api/me/waiting': walk('/api/me/waiting'),
  'POST /api/me/waiting/seen': own("the caller's"),
  'GET /api/me/downloads': walk('/api/me/downloads'),
  'GET /api/me/downloads/:id': own("the caller's; what stands in it is walked below"),
  'POST /api/me/downloads': own('walked below'),
  'POST /api/me/downloads/:id/cancel': own("the caller's"),
  'POST /api/me/downloads/:id/retry': own("the caller's"),
  'DELETE /api/me/downloads/:id': own("the caller's"),
  'GET /api/me/schedules': walk('/api/me/schedules'),
  'POST /api/me/schedules': own("the caller's"),
  'PUT /api/me/schedules/:id': own("the caller's"),
  'POST /api/me/schedules/:id/pause': own("the caller's"),
  'POST /api/me/schedules/:id/resume': own("the caller's"),
  'DELETE /api/me/schedules/:id': own("the caller's"),
  'GET /action/all': walk('/action/all'),
  'GET /api/action/all': walk('/api/action/all'),
  'GET /api/affiliate/all': walk('/api/affiliate/all'),
  'GET /api/action/:id/link': walk('/api/action/:foreign/link', 'action'),
  'GET /api/action/misses': open('of hosts whose brand one sees; forgivingLinks.test.ts'),
  'GET /api/action/conversions': open('of links one sees; conversions.test.ts'),
  'GET /api/action/geolocation': walk(`/api/action/geolocation?${period}`),
  'POST /api/affiliate/payment_type': said({ ids: [1, 2, 3, 4], paymentType: 'manual' }),
  'GET /api/warehouse/events/:day': walk('/api/warehouse/events/2026-01-02'),
  'GET /api/warehouse/log/:day': walk('/api/warehouse/log/2026-01-02'),
  'GET /api/signalTarget/:id/queue': walk('/api/signalTarget/:foreign/queue', 'signalTarget'),
  'POST /api/signalTarget/:id/test': refused('signalTarget'),
  'GET /api/signalTarget/:id/secret': walk('/api/signalTarget/:foreign/secret', 'signalTarget'),
  'POST /api/signalTarget/:id/secret': refused('signalTarget'),
  'POST /api/signalTarget/:id/replay': refused('signalTarget', {
    from: '2026-01-01T00:00:00Z',
    to: '2026-01-31T00:00:00Z',
  }),
  'POST /api/signalTarget/:id/again': refused('signalTarget'),
  'POST /api/signalDelivery/:id/again': refused('signalDelivery'),
  'GET /api/affiliate/:id/access_change': walk('/api/affiliate/:foreign/access_change', 'affiliate'),
  'GET /api/affiliate/:id/access_key': walk('/api/affiliate/:foreign/access_key', 'affiliate'),
  'GET /api/affiliate/:id/access_key/scope': walk('/api/affiliate/:foreign/access_key/scope', 'affiliate'),
  'POST /api/affiliate/:id/access_key': refused('affiliate', { label: 'L' }),
  'POST /api/affiliate/:id/access_key/:keyId/rotate': refused('affiliate'),
  'DELETE /api/affiliate/:id/access_key/:keyId': refused('affiliate'),
  'GET /api/partner/:id/access_key': walk('/api/partner/:foreign/access_key', 'partner'),
  'GET /api/partner/:id/access_key/scope': walk('/api/partner/:foreign/access_key/scope', 'partner'),
  'POST /api/partner/:id/access_key': refused('partner', { label: 'L' }),
  'POST /api/partner/:id/access_key/:keyId/rotate': refused('partner'),
  'DELETE /api/partner/:id/access_key/:keyId': refused('partner'),
  'GET /api/partner/hierarchy': walk('/api/partner/hierarchy'),
  'POST /api/partnerLevel/evaluate': said({ expression: '1 + 1' }),
  'GET /api/brand/:id/feed': walk('/api/brand/:foreign/feed', 'brand'),
  'POST /api/brand/:id/feed': refused('brand', null),
  'GET /api/brand/:id/feed/control': walk('/api/brand/:foreign/feed/control', 'brand'),
  'PUT /api/brand/:id/feed/control': walk('/api/brand/:foreign/feed/control', 'brand'),
  'GET /api/brand/:id/feed/:upload': walk('/api/brand/:foreign/feed/1', 'brand'),
  'GET /api/brand/:id/feed/:upload/refusals': walk('/api/brand/:foreign/feed/1/refusals', 'brand'),
  'POST /api/brand/:id/feed/:upload/import': refused('brand'),
  'DELETE /api/brand/:id/feed/:upload': refused('brand'),
  'GET /api/brand/:id/ingest_key': walk('/api/brand/:foreign/ingest_key', 'brand'),
  'POST /api/brand/:id/ingest_key': refused('brand'),
  'DELETE /api/brand/:id/ingest_key/:keyId': refused('brand'),
  'GET /api/event/unattributed': walk('/api/event/unattributed'),
  'POST /api/event/reattribute': said(),
  'GET /api/user/:id/session': walk('/api/user/:foreign/session', 'user'),
  'DELETE /api/user/:id/session': refused('user'),
  'DELETE /api/user/:id/session/:sessionId': refused('user'),
  'GET /api/affiliateUser/:id/session': walk('/api/affiliateUser/:foreign/session', 'affiliateUser'),
  'DELETE /api/affiliateUser/:id/session': refused('affiliateUser'),
  'DELETE /api/affiliateUser/:id/session/:sessionId': refused('affiliateUser'),
  'GET /api/affiliateUser/:id/mfa': walk('/api/affiliateUser/:foreign/mfa', 'affiliateUser'),
  'POST /api/affiliateUser/:id/mfa/unlock': refused('affiliateUser'),
  'POST /api/affiliateUser/:id/invite': refused('affiliateUser'),
  'GET /api/affiliateUser/:id/person': walk('/api/affiliateUser/:foreign/person', 'affiliateUser'),
  'POST /api/affiliateUser/:id/redact': refused('affiliateUser', { reason: 'Asked for' }),
  'GET /api/apply/:slug': open('the public page of a brand that takes applications'),
  'POST /api/apply/:slug': said({ name: 'Walked' }),
  'POST /api/apply/link/read': said({ token: 'ap_nobody-has-this-link' }),
  'POST /api/apply/link/answer': said({ token: 'ap_nobody-has-this-link', answer: 'Walked' }),
  'GET /api/application/:id/duplicates': walk('/api/application/:foreign/duplicates', 'application'),
  'POST /api/application/:id/ask': refused('application', { question: 'Walked' }),
  'POST /api/application/:id/decline': refused('application', { reason: 'Walked' }),
  'POST /api/application/:id/approve': refused('application', { rewardProfile: 1 }),
  'GET /api/application/:id/person': walk('/api/application/:foreign/person', 'application'),
  'POST /api/application/:id/redact': refused('application', { reason: 'Asked for' }),
  'POST /api/access_change/read': said({ token: 'st_nobody-has-this-link' }),
  'POST /api/access_change/stop': said({ token: 'st_nobody-has-this-link' }),
  'POST /api/invitation/read': said({ token: 'in_nobody-has-this-link' }),
  'POST /api/invitation/accept': said({
    token: 'in_nobody-has-this-link',
    password: 'Passable-Word-7',
    passwordConfirmation: 'Passable-Word-7',
  }),
  'GET /api/user/:id/mfa': walk('/api/user/:foreign/mfa', 'user'),
  'POST /api/user/:id/mfa/unlock': refused('user'),
  'POST /api/user/:id/mfa/confirm': refused('user', { totp: '000000' }),
  'POST /api/user/:id/mfa/set_up': refused('user', { currentPassword: 'P' }),
  'GET /api/affiliate/:id/mfa': walk('/api/affiliate/:foreign/mfa', 'affiliate'),
  'POST /api/affiliate/:id/mfa/unlock': refused('affiliate'),
  'GET /api/partner/:id/mfa': walk('/api/partner/:foreign/mfa', 'partner'),
  'POST /api/partner/:id/mfa/unlock': refused('partner'),
  'GET /api/affiliateSite/:id/person': walk('/api/affiliateSite/:foreign/person', 'affiliateSite'),
  'POST /api/affiliateSite/:id/redact': refused('affiliateSite', { reason: 'Asked for' }),
  'GET /api/affiliate/:id/person': walk('/api/affiliate/:foreign/person', 'affiliate'),
  'POST /api/affiliate/:id/redact': refused('affiliate', { reason: 'Asked for' }),
  'GET /api/partner/:id/person': walk('/api/partner/:foreign/person', 'partner'),
  'POST /api/partner/:id/redact': refused('partner', { reason: 'Asked for' }),
  'GET /api/user/:id/person': walk('/api/user/:foreign/person', 'user'),
  'POST /api/user/:id/redact': refused('user', { reason: 'Asked for' }),
  'POST /api/activityLog/:id/redact': refused('activityLog', { reason: 'R' }),
  'GET /api/entry/:id/explain': walk('/api/entry/:foreign/explain', 'entry'),
  'GET /api/event/trace': walk('/api/event/trace?brand=:foreign&event_id=e1', 'brand'),
  'GET /api/player/qualification': walk('/api/player/qualification?brand=:foreign&player_ref=p1', 'brand'),
  'GET /api/entry/:id/events': walk('/api/entry/:foreign/events', 'entry'),
  'GET /api/period/:id/checklist': walk('/api/period/:foreign/checklist', 'period'),
  'GET /api/period/:id/bridge': walk('/api/period/:foreign/bridge', 'period'),
  'POST /api/period/:id/check': refused('period'),
  'POST /api/period/:id/lock': refused('period'),
  'POST /api/period/:id/reopen': refused('period', { reason: 'R' }),
  'GET /api/correction/:id/preview': walk('/api/correction/:foreign/preview', 'correction'),
  'POST /api/correction': said({
    object: 'partnerLevel',
    id: 1,
    values: { expression: '0' },
    validFrom: '2026-01-01',
    reason: 'R',
  }),
  'POST /api/correction/preview': said({
    object: 'reward',
    id: 1,
    values: { percentage: 1 },
    validFrom: '2026-01-01',
    reason: 'R',
  }),
  'POST /api/correction/:id/preview': refused('correction'),
  'POST /api/correction/:id/approve': refused('correction', { digest: 'd' }),
  'POST /api/correction/:id/decline': refused('correction', { reason: 'R' }),
  'POST /api/affiliate/:id/language': refused('affiliate', { language: 'pt' }),
  'GET /api/portal/overview': walk('/api/portal/overview'),
  'POST /api/promoCode/:id/approve': refused('promoCode'),
  'POST /api/promoCode/:id/decline': refused('promoCode', { reason: 'R' }),
  'GET /api/affiliateSite/:id/decision': walk('/api/affiliateSite/:foreign/decision', 'affiliateSite'),
  'GET /api/affiliateSite/:id/proof': walk('/api/affiliateSite/:foreign/proof', 'affiliateSite'),
  'POST /api/affiliateSite/:id/approve': refused('affiliateSite', { version: 1 }),
  'POST /api/affiliateSite/:id/decline': refused('affiliateSite', { version: 1, reason: 'R' }),
  'GET /api/portal/site/:id/decision': walk('/api/portal/site/:foreign/decision', 'affiliateSite'),
  'GET /media/:token': open('images of approved banners, without a session; tests/features/media/server'),
  'GET /api/media/:id/file': walk('/api/media/:foreign/file', 'media'),
  'POST /api/media/:id/file': refused('media', { name: 'a.gif', content: onePixel }),
  'GET /api/media/:id/clicks': walk('/api/media/:foreign/clicks', 'media'),
  'POST /api/announcement/:id/send': refused('announcement', { version: 1 }),
  'POST /api/affiliate/:id/view': refused('affiliate', {}),
  'POST /api/media/:id/approve': refused('media', { version: 1 }),
  'POST /api/media/:id/withdraw': refused('media', { reason: 'R' }),
  'GET /api/portal/media': walk('/api/portal/media'),
  'GET /api/portal/history': walk('/api/portal/history'),
  'GET /api/portal/deal': walk('/api/portal/deal'),
  'GET /api/portal/mfa': walk('/api/portal/mfa'),
  'GET /api/portal/questions': walk('/api/portal/questions'),
  'POST /api/portal/questions/seen': said({ object: 'affiliate', record: 1 }),
  'POST /api/portal/mfa/confirm': said({ totp: '000000' }),
  'POST /api/portal/terms/:id/accept': refused('terms'),
  'GET /api/terms/in_force': walk('/api/terms/in_force?affiliateToken=nobody'),
  'GET /api/reward/:id/accepted': walk('/api/reward/:foreign/accepted', 'reward'),
  'GET /api/rewardProfile/:id/accepted': walk('/api/rewardProfile/:foreign/accepted', 'rewardProfile'),
  'POST /api/terms/:id/accept': refused('terms', { affiliateToken: 'nobody-has-this-key' }),
  'GET /api/statement/affiliate/:id': walk(`/api/statement/affiliate/:foreign?${period}`, 'affiliate'),
  'GET /api/statement/partner/:id': walk(`/api/statement/partner/:foreign?${period}`, 'partner'),
  'GET /api/statement/affiliate/:id/document': walk(
    `/api/statement/affiliate/:foreign/document?${period}`,
    'affiliate',
  ),
  'GET /api/statement/affiliate/:id/workbook': walk(
    `/api/statement/affiliate/:foreign/workbook?${period}`,
    'affiliate',
  ),
  'GET /api/statement/affiliate/:id/proof': walk(`/api/statement/affiliate/:foreign/proof?${period}`, 'affiliate'),
  'GET /api/statement/partner/:id/document': walk(`/api/statement/partner/:foreign/document?${period}`, 'partner'),
  'GET /api/statement/partner/:id/workbook': walk(`/api/statement/partner/:foreign/workbook?${period}`, 'partner'),
  'GET /api/statement/partner/:id/proof': walk(`/api/statement/partner/:foreign/proof?${period}`, 'partner'),
  'GET /log/key': open('the public key of the log'),
  'GET /log/verifyStatement.mjs': open('the program that checks statements'),
  'GET /api/risk': walk('/api/risk'),
  'POST /api/risk/trial': said({ rule: 'atBaseline', to: '2026-01-31' }),
  'POST /api/risk/start': said({ rule: 'atBaseline', to: '2026-01-31', digest: 'x' }),
  'POST /api/risk/stop': said({ rule: 'atBaseline', reason: 'R' }),
  'POST /api/risk/company': said({ rule: 'atBaseline', reason: 'R', isOff: true, company: 1 }),
  'POST /api/riskFinding/:id/release': own('about an affiliate that is seen; risk.test.ts'),
  'POST /api/riskFinding/:id/revoke': own('about an affiliate that is seen; risk.test.ts'),
  'POST /api/risk/exemption': said({ affiliate: 1, reason: 'R' }),
  'POST /api/riskExemption/:id/end': own('about an affiliate that is seen; risk.test.ts'),
  'GET /api/tax': walk(['/api/tax', '/api/tax?company=:foreign'], 'company'),
  'POST /api/tax': said({
    tax: 'inss',
    ownerKind: 'cpf',
    from: '2026-01-01',
    brackets: [{ from: 0, rate: 1 }],
    source: 'R',
  }),
  'GET /api/tax/report': walk(
    ['/api/tax/report?month=2026-01', '/api/tax/report?month=2026-01&company=:foreign'],
    'company',
  ),
  'GET /api/tax/report/export': walk('/api/tax/report/export?month=2026-01&company=:foreign', 'company'),
  'GET /api/ledger': walk([`/api/ledger?${period}`, `/api/ledger?company=:foreign&${period}`], 'company'),
  'GET /api/ledger/export': walk(`/api/ledger/export?company=:foreign&${period}`, 'company'),
  'GET /api/rate': walk('/api/rate'),
  'POST /api/rate': said({ from: 'USD', to: 'BRL', day: '2026-01-01', rate: 5, source: 'R' }),
  'POST /api/entry': said({ affiliate: 1, day: '2026-01-02', currency: 'BRL', value: 1, reason: 'R' }),
  // A file that names nobody this person sees: each row is refused as if there were no such affiliate.
  'GET /api/entry/opening': walk('/api/entry/opening'),
  'POST /api/entry/opening': said(openingFile),
  'POST /api/entry/opening/preview': said(openingFile),
  'POST /api/entry/opening/approve': said({ file: '5f0c1c1e-5d0b-4c58-9a0e-0d5d8c2a7f11' }),
  'GET /api/entry/:id/file': walk('/api/entry/:foreign/file', 'entry'),
  'POST /api/entry/:id/approve': refused('entry'),
  'POST /api/entry/:id/decline': refused('entry', { reason: 'R' }),
  'POST /api/entry/:id/payment': refused('entry', hand),
  'POST /api/entry/:id/payment/preview': refused('entry', hand),
  'POST /api/entry/payment': said({ ids: [1, 2, 3, 4, 5, 6, 7, 8], ...hand }),
  'GET /api/payment/owners': walk([
    '/api/payment/owners',
    '/api/payment/owners?q=FENCE',
    '/api/payment/owners?owner=affiliate-1,affiliate-2,affiliate-3,affiliate-4,partner-1,partner-2',
  ]),
  'GET /api/payment/run': walk('/api/payment/run'),
  'POST /api/payment/run': said(run),
  'POST /api/payment/run/preview': said(run),
  'POST /api/payment/reconcile': said({}),
  'GET /api/bankStatement': walk('/api/bankStatement'),
  'GET /api/bankStatement/:id': walk('/api/bankStatement/1'),
  'POST /api/bankStatement/:id/approve': said({ confirmation: 'x' }),
  'POST /api/bankStatement/:id/decline': said({ reason: 'R' }),
  'POST /api/payment/bank_code': said({}),
  'GET /api/payment/bank_code': walk('/api/payment/bank_code'),
  'GET /api/payment/file': walk('/api/payment/file'),
  'GET /api/payment/file/:id': walk('/api/payment/file/1'),
  'POST /api/payment/file': said({ currency: 'EUR' }),
  'POST /api/payment/file/preview': said({ currency: 'EUR' }),
  'POST /api/payment/affiliate/:id': refused('affiliate'),
  'POST /api/payment/affiliate/:id/preview': refused('affiliate'),
  'POST /api/payment/partner/:id/preview': refused('partner'),
  'POST /api/payment/affiliate/:id/manual': refused('affiliate', hand),
  'POST /api/payment/partner/:id': refused('partner'),
  'POST /api/payment/partner/:id/manual': refused('partner', hand),
  'POST /api/payment/key_check': said({ name: 'R', paymentKeyType: 'email', paymentKey: 'r@example.com' }),
  'GET /api/payment/affiliate/:id/holds': walk('/api/payment/affiliate/:foreign/holds', 'affiliate'),
  'GET /api/payment/partner/:id/holds': walk('/api/payment/partner/:foreign/holds', 'partner'),
  'GET /api/payment/affiliate/:id/invoice': walk('/api/payment/affiliate/:foreign/invoice', 'affiliate'),
  'GET /api/payment/partner/:id/invoice': walk('/api/payment/partner/:foreign/invoice', 'partner'),
  'POST /api/payment/affiliate/:id/invoice': refused('affiliate', { currency: 'BRL', number: 'NF 7' }),
  'POST /api/payment/partner/:id/invoice': refused('partner', { currency: 'BRL', number: 'NF 7' }),
  'GET /api/payment/invoice/:id/file': walk('/api/payment/invoice/1/file'),
  'GET /api/payment/:id/invoice/document': walk('/api/payment/:foreign/invoice/document', 'payment'),
  'GET /api/portal/payment/:id/invoice': walk('/api/portal/payment/1/invoice'),
  'GET /api/portal/invoice': walk('/api/portal/invoice'),
  'POST /api/portal/invoice': said({ currency: 'BRL', number: 'NF 7' }),
  'POST /api/portal/payment_request': said({ currency: 'BRL' }),
  'POST /api/paymentRequest/:id/decline': said({ reason: 'R' }),
  'POST /api/payment/:id/invoice': refused('payment', { number: 'NF 7' }),
  'POST /api/affiliate/:id/suspend': refused('affiliate', { reason: 'R' }),
  'POST /api/affiliate/:id/resume': refused('affiliate', { reason: 'R' }),
  'POST /api/affiliate/:id/ban': refused('affiliate', { reason: 'R' }),
  'GET /api/affiliate/:id/suspension': walk('/api/affiliate/:foreign/suspension', 'affiliate'),
  'POST /api/action/:id/suspend': refused('action', { reason: 'R' }),
  'POST /api/action/:id/resume': refused('action', { reason: 'R' }),
  'GET /api/action/:id/suspension': walk('/api/action/:foreign/suspension', 'action'),
  'POST /api/campaign/:id/suspend': refused('campaign', { reason: 'R' }),
  'POST /api/campaign/:id/resume': refused('campaign', { reason: 'R' }),
  'GET /api/campaign/:id/suspension': walk('/api/campaign/:foreign/suspension', 'campaign'),
  'POST /api/partner/:id/suspend': refused('partner', { reason: 'R' }),
  'POST /api/partner/:id/resume': refused('partner', { reason: 'R' }),
  'POST /api/partner/:id/ban': refused('partner', { reason: 'R' }),
  'GET /api/partner/:id/suspension': walk('/api/partner/:foreign/suspension', 'partner'),
  'POST /api/affiliate/:id/hold': refused('affiliate', { reason: 'R' }),
  'POST /api/partner/:id/hold': refused('partner', { reason: 'R' }),
  'POST /api/affiliate/:id/release': refused('affiliate', { reason: 'R' }),
  'POST /api/partner/:id/release': refused('partner', { reason: 'R' }),
  'POST /api/payment/:id/approve': refused('payment'),
  'POST /api/payment/:id/decline': refused('payment', { reason: 'R' }),
  'POST /api/reward/:id/what_if': refused('reward', { month: '2026-01', values: { percentage: 40 } }),
  'POST /api/rewardProfile/:id/what_if': refused('rewardProfile', { month: '2026-01', values: {} }),
  'POST /api/partnerLevel/:id/what_if': refused('partnerLevel', { month: '2026-01', values: {} }),
  'GET /api/brand/freshness': walk('/api/brand/freshness'),
  'GET /api/report/:name': walk(reportPaths),
  'GET /api/report/:name/changes': walk(
    ['affiliateActivity', 'partners', 'paymentByAffiliate'].map(
      (name) => `/api/report/${name}/changes?${period}&since=${new Date().toISOString()}`,
    ),
  ),
  'GET /api/dashboard/attention': walk('/api/dashboard/attention'),
  'GET /api/live': own('it goes on until it is ended; tests/engine/live/server asks what it tells whom'),
  'GET /api/dashboard/inbox': walk('/api/dashboard/inbox'),
  'GET /api/dashboard/movers': walk('/api/dashboard/movers'),
  'GET /api/trash': walk('/api/trash'),
  'POST /api/trash/:id/restore': own('what one removed oneself; trash.test.ts'),
  'GET /api/search': walk(['/api/search?q=FENCE', '/api/search?q=7777', '/api/search?q=8888']),
  'GET /api/job': walk('/api/job'),
  'GET /api/job/:name': walk('/api/job/dailyClose'),
  'POST /api/job/:name/run': open('root alone; jobs.test.ts'),
}

/** Notes on the records of a resource. */
function ofNotes(method: string, url: string, name: string): Fence {
  const path = url.replace(':id', ':foreign').replace(/:\w+Id/g, '1')
  if (method === 'GET') return walk(path, name)
  return refused(name, method === 'DELETE' ? null : url.endsWith('/done') ? {} : { text: 'Walked' })
}

/** What the routes of a resource are: `/api/{name}` with everything that its declaration makes. */
function ofResource(method: string, url: string): Fence | null {
  const [, , name = '', second, third, more] = url.split('/')
  if (third === 'note') return ofNotes(method, url, name)
  const resource = (resources as unknown as Readonly<Record<string, AnyResource>>)[name]
  if (resource && third === 'scheduled' && more === ':scheduled') return refused(name, null)
  if (!resource || more !== undefined) return null
  if (method === 'GET' && second === undefined) {
    const filter = encodeURIComponent('{"q":"FENCE"}')
    return walk([`/api/${name}?range=[0,999]`, `/api/${name}?filter=${filter}`, `/api/${name}?q=`])
  }
  if (method === 'GET' && second === 'export')
    return walk(['csv', 'xlsx'].map((format) => `/api/${name}/export?format=${format}`))
  if (method === 'GET' && second === 'duplicates') return walk(`/api/${name}/duplicates?name=FENCE`)
  if (third === 'scheduled' && method === 'POST')
    return refused(name, { values: { name: 'Walked' }, validFrom: '2999-01-01' })
  if (method === 'GET' && second === ':id' && [undefined, 'history', 'head', 'scheduled'].includes(third))
    return walk(`/api/${name}/:foreign${third ? `/${third}` : ''}`, name)
  if (method === 'POST' && second === undefined) return said({ name: 'Walked' })
  if (['PUT', 'DELETE'].includes(method) && second === ':id' && third === undefined)
    return refused(name, { name: 'Walked' })
  return null
}

/** Choices of one word after `/api/` that no resource makes: `/api/document_type`. */
const isChoice = (method: string, url: string) => method === 'GET' && /^\/api\/[a-z_]+$/.test(url)

/** How a route is walked; null where nobody has said so. */
export function fenceOf(route: string): Fence | null {
  const [method, called] = route.split(' ') as [string, string]
  const url = (formerCalls as Readonly<Record<string, string>>)[called] ?? called
  if (url !== called) return fenceOf(`${method} ${url}`)
  if (written[route] || url.startsWith('/docs')) return written[route] ?? open('the documentation')
  return ofResource(method, url) ?? (isChoice(method, url) ? walk([url, `${url}?country=BR`, `${url}?state=SP`]) : null)
}

/** The routes that have lines here and are gone. */
export function goneRoutes(routes: readonly string[]): string[] {
  return Object.keys(written).filter((route) => !routes.includes(route))
}
