/** A server's part of signals in a process of its own, to be killed: it takes activity in and sends what comes of it. */
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#engine/server/database/connect.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { SignalSender } from '#features/webhooks/server/queue/sender.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { eventChecker } from '#features/activity/server/write/incomingEvent.ts'

const { url, brand, token, from, count } = JSON.parse(process.argv[2]!) as {
  url: string
  brand: { id: number; slug: string; site: string | null; currency: string | null }
  token: string
  from: number
  count: number
}
const batchSize = 50
const database = openDatabase({ url })
const environment = readEnvironment({
  LOG_LEVEL: 'silent',
  INSTALLATION_SECRET: 'a secret of tests, long enough for them',
  SIGNAL_INSIDE_HOSTS: '127.0.0.1',
})
const check = eventChecker({ currency: null, zone: 'UTC', now: new Date() })
const sender = new SignalSender(
  { database, environment, now: () => new Date() },
  { failed: () => {}, timing: { answerMs: 1_000, batchMs: 200 } },
)

async function write(): Promise<void> {
  for (let at = from; at < from + count; at += batchSize) {
    const events = Array.from({ length: Math.min(batchSize, from + count - at) }, (_, index) => {
      const checked = check({
        type: 'registration',
        event_id: `signal-${at + index}`,
        player_ref: `signal-${at + index}`,
        occurred_at: '2026-03-09T10:00:00Z',
        action_token: token,
      })
      if (!checked.ok) throw new Error(checked.code)
      return checked.event
    })
    await recordEvents({ database, brand, events })
  }
}
const send = async () => {
  for (;;) {
    await sender.round()
    await pause(20)
  }
}
process.stdout.write('begun\n')
await Promise.all([write(), send()])
