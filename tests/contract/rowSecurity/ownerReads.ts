import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, KyselyPlugin } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'

/*
 * What signed-in people read as the database's owner, past the second fence (row-level security), with the reason.
 * Everything else is read by the roles that see their own rows alone; a new
 * route that asks the owner makes the walk fail until it reads by `readAs`, or stands here.
 */

/** Routes that read something as the owner, beside the session itself. */
export const ownerReads: Readonly<Record<string, string>> = {
  'GET /api/action/misses': 'belong to nobody; whose a host is hangs on all brands there are',
  ...Object.fromEntries(
    ['affiliate', 'partner'].flatMap((name) => [
      [
        `GET /api/${name}/:id/access_key`,
        'keys are secrets, which the roles must not read; whose they are is looked up first',
      ],
      [
        `GET /api/${name}/:id/access_key/scope`,
        'whether the owner has brands that the reader does not see, which rows of its own cannot say',
      ],
    ]),
  ),
  'GET /api/affiliate/:id/access_change':
    'links that stop a change are secrets, which the roles must not read; whose they are is looked up first',
  'GET /api/me/digest': 'the choice of who asks alone; the roles read none',
  'GET /api/me/sheet': 'keys are secrets, which the roles must not read; only those of who asks are looked up',
  'GET /api/warehouse/events/:day': 'notes in the log who took it; the events are read as the reader',
  'GET /api/signalTarget/:id/secret': 'secrets are read by nobody else; the target is looked up as the reader first',
  'GET /api/signalTarget/:id/queue': 'how it is sent is the sender’s; the target is looked up as the reader first',
  ...Object.fromEntries(
    ['affiliate', 'affiliateTag', 'partner', 'partnerLevel', 'reward', 'rewardProfile']
      .flatMap((name) => [
        [
          `GET /api/${name}/:id/history`,
          "a record's own lines of the log, which is root's; the record is looked up first",
        ],
        [`GET /api/${name}/duplicates`, 'asks whether somebody else has a value, and names none of them'],
      ])
      .filter(([route]) => !['GET /api/reward/duplicates', 'GET /api/affiliateTag/:id/history'].includes(route!)),
  ),
  ...Object.fromEntries(
    ['reward', 'rewardProfile'].map((name) => [
      `GET /api/${name}/:id/accepted`,
      'which profile held which reward on a day, which the roles do not read; the record is looked up first, and affiliates are those in scope',
    ]),
  ),
  'GET /api/affiliateSite/:id/proof':
    'seals the log and proves a line of it, which the roles do not read; the site is looked up first',
  'GET /api/bankStatement': 'stored files have no row security; only those about payments in scope are listed',
  'GET /api/bankStatement/:id': 'the same, one of them',
  'GET /api/payment/file': 'what waits for a file, and files, have no row security; only of payments in scope',
  'GET /api/payment/file/:id': 'the same, one of them: of whoever sees all of its payments',
  'GET /api/payment/bank_code':
    'what codes of banks mean has no row security; only those of the companies in scope are listed',
  'GET /api/risk':
    'findings are read of tables that the roles do not read; only about affiliates that are seen with all of their brands',
  'GET /api/tax':
    'who loaded a table stands in the log, which the roles do not read; its tables, which they do, are looked up first',
  'GET /api/terms/duplicates': 'asks whether other terms have a name, and names none of them',
  ...Object.fromEntries(
    ['', '/:upload', '/:upload/refusals'].map((rest) => [
      `GET /api/brand/:id/feed${rest}`,
      'what was uploaded lies beside the import; the brand is looked up first',
    ]),
  ),
  'GET /api/brand/:id/ingest_key': 'keys are secrets, which the roles must not read; the brand is looked up first',
  ...Object.fromEntries(
    ['', '/:id', '/:id/rows', '/:id/refused'].map((rest) => [`GET /api/import${rest}`, "the caller's own imports"]),
  ),
  'GET /api/live':
    'which records were written stands in the log; each listener is told of those that their own role sees',
  'GET /api/me/downloads': "the caller's own",
  'GET /api/me/downloads/:id': "the caller's own",
  'GET /api/me/schedules': "the caller's own",
  'GET /api/me/view': "the caller's own",
  'GET /api/tax/report': 'what was withheld in a whole company, for who sees all of it',
  'GET /api/tax/report/export': 'what was withheld in a whole company, for who sees all of it',
  'GET /api/ledger': 'the trial balance of a whole company, for who sees all of it',
  'GET /api/ledger/export': 'the postings of a whole company, for who sees all of it',
  ...Object.fromEntries(
    ['affiliate', 'partner'].map((kind) => [
      `GET /api/statement/${kind}/:id/proof`,
      "writes and proves the statement's own line of the log; the statement is read before",
    ]),
  ),
  'GET /api/correction/:id/preview':
    'is about a whole company, of which the roles show a part; that all of it is seen is looked up first',
  'GET /api/period/:id/bridge':
    'is about a whole company, and about versions and the past, which the roles do not read; its period, and that all of it is seen, are looked up first',
  'GET /api/period/:id/checklist':
    'is about a whole company, and about jobs and days of closes, which the roles do not read; its period, and that all of it is seen, are looked up first',
  'GET /api/player/qualification':
    'how rules and whose profile changed, which the roles do not read; the player is looked up first',
  'GET /api/report/:name/changes':
    'looks for what happened to rules and hierarchies, which the roles do not read; figures and events are those the reader sees, of the rest it is told the number',
  'GET /api/session': "the caller's own",
  'GET /api/trash': 'what one removed oneself: the records are gone, and only that says whose they are',
  'GET /api/apply/:slug': 'the public page of a brand, which everybody reads, signed in or not',
  'GET /api/affiliateUser/:id/session': 'sessions, which the roles must not read; the person is looked up first',
  'GET /api/user/:id/session': 'sessions, which the roles must not read; the user is looked up first',
}

/** Statements by which the session is checked or kept, and questions about the database itself. */
const aboutNobody = /row_to_json\(state\)|update session set|pg_collation|pg_trigger/

/** What was asked meanwhile; jobs ask beside it. */
const asking = new AsyncLocalStorage<string[]>()

/** Notes what is asked of the owner's pool while something is done. */
export function recordOwnerReads(database: Database): {
  during(work: () => Promise<void>): Promise<string[]>
  end(): void
} {
  const { db, readDb } = database
  const note: KyselyPlugin = {
    transformQuery({ node }) {
      const text = JSON.stringify(node)
      if (!aboutNobody.test(text)) asking.getStore()?.push(text)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const noted = (asked: Kysely<any>) => asked.withPlugin(note)
  Object.assign(database, { db: noted(db), readDb: noted(readDb) })
  return {
    async during(work) {
      const seen: string[] = []
      await asking.run(seen, work)
      return seen
    },
    end: () => void Object.assign(database, { db, readDb }),
  }
}
