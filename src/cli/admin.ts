/**
 * `npm run admin -- …`: what whoever runs the server does at the command line, beside a running server or without one:
 * let people in again, end sessions and keys, look at jobs and settings, change what belongs to the data.
 */
import { ApiError, messageOf } from '#engine/server/http/errors.ts'
import { adoptSecret } from '#engine/server/installation/adoptSecret.ts'
import { changeZone, planZoneChange, type ZonePlan } from '#engine/server/installation/changeZone.ts'
import { isTimeZone } from '#engine/values/calendar.ts'
import { health } from './admin/health.ts'
import * as jobs from './admin/jobs.ts'
import * as keys from './admin/keys.ts'
import * as people from './admin/people.ts'
import { print } from './admin/print.ts'
import { checkAll } from './admin/settings.ts'
import * as users from './admin/users.ts'
import { type CommandContext, withCommandDatabase } from './support/commandDatabase.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

const usage = `npm run admin -- users list                 who may sign in
npm run admin -- users make EMAIL [COMPANY] a new user without rights yet; the password is shown once
npm run admin -- users make-root EMAIL [COMPANY]  one who may do everything
npm run admin -- users reset EMAIL          a new password, shown once; ends the user's sessions
npm run admin -- users unlock EMAIL         takes the authenticator off, with its lock
npm run admin -- sessions list EMAIL        where a user is signed in
npm run admin -- sessions end EMAIL         signs a user out everywhere
npm run admin -- sessions end-all           signs everybody out
npm run admin -- keys list                  keys of platforms, affiliates and partners
npm run admin -- keys end KIND ID           ends one: ingest 7, affiliate 12, partner 3
npm run admin -- jobs list                  every job: its last run, the present one, the next
npm run admin -- jobs run NAME              asks for a run now
npm run admin -- jobs release RUN           takes a run from a server that hangs
npm run admin -- person export ENTITY ID FOLDER  everything about one person, for programs and for people
npm run admin -- person redact ENTITY ID REASON  takes it out for good; books and proofs stay
npm run admin -- person readers ENTITY ID   who read a record, and lists of such
npm run admin -- retention plan             what is kept too long; changes nothing (the job retention redacts it)
npm run admin -- settings check             whether settings, database and keys fit; changes nothing
npm run admin -- health [ADDRESS]           how the loops, closes, payments, log and backups are
npm run admin -- secret adopt               goes on with the present INSTALLATION_SECRET where the one of before is lost
npm run admin -- zone plan ZONE             what it would mean to book days by another zone from now on; changes nothing
npm run admin -- zone change ZONE           does so; stop every server first`

async function adopt(surroundings: CommandContext): Promise<void> {
  const { authenticators } = await adoptSecret(surroundings)
  print(
    `This database belongs to the present secret. Every session has ended, ${authenticators} ${authenticators === 1 ? 'authenticator was' : 'authenticators were'} taken off, and access keys have to be made anew.`,
  )
}

/** What a change means, in sentences. */
function planLines({ from, to, today, newestDay, longerByHours, notBefore }: ZonePlan): string[] {
  if (from === null || newestDay === null) return [`Nothing is booked yet: BUSINESS_TIME_ZONE=${to} is all it takes.`]
  if (from === to) return [`Days are booked in ${to} already.`]
  const difference = `${Math.abs(longerByHours)} hours ${longerByHours > 0 ? 'longer' : 'shorter'}`
  return [
    `Days are booked in ${from}, where it is ${today.from}; in ${to} it is ${today.to}. The newest day with bookings is ${newestDay}.`,
    `What is booked stays on its day: closed and paid days do not move. What comes from then on is booked in ${to},`,
    `late events and corrections as well. The day of the change is ${difference} than others.`,
    notBefore
      ? `Not now: ${newestDay} has bookings and has not begun in ${to}. It can be done from ${notBefore.toISOString()} on.`
      : `Stop every server, run npm run admin -- zone change ${to}, and start them with BUSINESS_TIME_ZONE=${to}.`,
  ]
}

function knownZone(zone: string): string {
  if (!isTimeZone(zone)) throw new UsageError(`"${zone}" is no time zone. Write one like America/Sao_Paulo.`)
  return zone
}

async function planZone({ database }: CommandContext, zone: string): Promise<void> {
  for (const line of planLines(await planZoneChange({ database, now: database.clock.now }, knownZone(zone))))
    print(line)
}

async function setZone({ database }: CommandContext, zone: string): Promise<void> {
  const { from } = await changeZone({ database, now: database.clock.now }, knownZone(zone))
  print(
    `Days are booked in ${zone} from now on${from === null || from === zone ? '' : `, no longer in ${from}`}. Start every server with BUSINESS_TIME_ZONE=${zone}.`,
  )
}

type Work = (surroundings: CommandContext, ...words: string[]) => Promise<void>
interface Known {
  readonly work: Work
  /** How many words follow, at least and at most. */
  readonly words: readonly [number, number]
}

const known = (work: Work, least = 0, most = least): Known => ({ work, words: [least, most] })

/** By subject and what is done. */
const works: Readonly<Record<string, Known>> = {
  'users list': known(users.list),
  'users make': known(users.make, 1, 2),
  'users make-root': known(users.makeRoot, 1, 2),
  'users reset': known(users.reset, 1),
  'users unlock': known(users.unlock, 1),
  'sessions list': known(users.sessions, 1),
  'sessions end': known(users.endOf, 1),
  'sessions end-all': known(users.endAll),
  'keys list': known(keys.list),
  'keys end': known(keys.end, 2),
  'person export': known(people.exportOne, 3),
  'person redact': known(people.redactOne, 3),
  'person readers': known(people.readers, 2),
  'retention plan': known(people.plan),
  'jobs list': known(jobs.list),
  'jobs run': known(jobs.run, 1),
  'jobs release': known(jobs.release, 1),
  health: known(health, 0, 1),
  'secret adopt': known(adopt),
  'zone plan': known(planZone, 1),
  'zone change': known(setZone, 1),
}

/** What is refused is said to the person at the terminal, with the fields it is about. */
function explained(error: unknown, words: readonly string[]): unknown {
  if (!(error instanceof ApiError)) return error
  if (error.code === 'user_not_found')
    return new UsageError(`Nobody has the e-mail ${words[0]}. npm run admin -- users list names everybody.`)
  const fields = error.problems.map(({ field, code, values }) => `\n  ${field}: ${messageOf(code, values)}`)
  return new UsageError(`${error.message}${fields.join('')}`)
}

async function main(): Promise<void> {
  const { positionals } = readOptions({ allowPositionals: true, usage })
  if (positionals.join(' ') === 'settings check') return checkAll()
  const name = Object.keys(works).find((each) => `${positionals.join(' ')} `.startsWith(`${each} `))
  const words = name === undefined ? [] : positionals.slice(name.split(' ').length)
  const asked = name === undefined ? undefined : works[name]
  if (!asked || words.length < asked.words[0] || words.length > asked.words[1]) throw new UsageError(usage)
  await withCommandDatabase(
    async (surroundings) => {
      await asked.work(surroundings, ...words).catch((error: unknown) => {
        throw explained(error, words)
      })
    },
    { needsOwnSettings: false },
  )
}

runCommand(main)
