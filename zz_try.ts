import { sql } from 'kysely'
import { openDatabase } from './src/api/database/connect.ts'
import { recordEvents } from './src/api/ingest/record/recordEvents.ts'
import { verifyMovement } from './src/api/ingest/movement/verifyMovement.ts'
import { buildEvent, unique } from './tests/api/ingest/support/activity.ts'
const database = openDatabase({ url: process.env.DATABASE_URL! })
const seconds = Number(process.argv[2] ?? 20)
const { rows: brands } = await sql<any>`select id, slug, site, currency from brand order by id`.execute(database.db)
const { rows: links } = await sql<any>`select action.token, campaign.brand from action join campaign on campaign.id = action.campaign`.execute(database.db)
const before = (await sql<any>`select count(*)::integer as n from event`.execute(database.db)).rows[0].n
const end = Date.now() + seconds * 1000
let told = 0, fails: Record<string, number> = {}, longest = 0, twice = 0
const run = async (brand: any) => {
  const token = links.find((l: any) => l.brand === brand.id)?.token
  while (Date.now() < end) {
    const events = Array.from({ length: 200 }, (_, i) => buildEvent({ type: i % 3 ? 'bet' : 'deposit', player_ref: 'p' + (Math.random() * 500 | 0), action_token: token, product: i % 3 ? 'bets' : undefined, amount: 5, event_id: unique('t') } as any))
    const start = Date.now()
    for (let tries = 0; ; tries++) {
      try {
        const outcome = await recordEvents({ database, brand, events })
        told += 200; if (tries && outcome.duplicates === 200) twice++
        break
      } catch (error: any) {
        const key = `${error.name} ${error.code ?? ''} ${(error.cause ?? error).message}`.slice(0, 140)
        fails[key] = (fails[key] ?? 0) + 1
        await new Promise((r) => setTimeout(r, 200))
        if (Date.now() > end + 60000) throw error
      }
    }
    longest = Math.max(longest, Date.now() - start)
  }
}
await Promise.all([...brands, ...brands].map(run))
const after = (await sql<any>`select count(*)::integer as n from event`.execute(database.db)).rows[0].n
console.log({ told, stored: after - before, twice, fails, longestMs: longest, differences: (await verifyMovement(database.db)).length })
await database.close()
