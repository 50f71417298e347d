/**
 * `npm run admin -- users list | users reset EMAIL | users unlock EMAIL | secret adopt | zone plan ZONE | zone change ZONE`:
 * what whoever runs the server does where nobody can sign in any more, or where a setting belongs to the data. Beside a
 * running server or without one.
 */
import { type ListedUser, listUsers, resetPassword, unlockUser } from '../api/auth/recovery.ts'
import { ApiError } from '../api/errors.ts'
import { adoptSecret } from '../api/installation/adoptSecret.ts'
import { changeZone, planZoneChange, type ZonePlan } from '../api/installation/changeZone.ts'
import { isTimeZone } from '../domain/calendar.ts'
import { type CommandSurroundings, withCommandDatabase } from './support/commandDatabase.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

const usage = `npm run admin -- users list            who may sign in
npm run admin -- users reset EMAIL     a new password, shown once; ends the user's sessions
npm run admin -- users unlock EMAIL    takes the authenticator off, with its lock
npm run admin -- secret adopt          goes on with the present INSTALLATION_SECRET where the one of before is lost
npm run admin -- zone plan ZONE        what it would mean to book days by another zone from now on; changes nothing
npm run admin -- zone change ZONE      does so; stop every server first`

const print = (line: string) => process.stdout.write(`${line}\n`)

function userLine({ email, root, suspended, twoStep }: ListedUser): string {
  const said = [...(root ? ['root'] : []), ...(suspended ? ['suspended'] : []), ...(twoStep === 'none' ? [] : [`authenticator ${twoStep}`])]
  return [email, said.join(', ')].filter(Boolean).join('  ')
}

async function reset(surroundings: CommandSurroundings, email: string): Promise<void> {
  const password = await resetPassword(surroundings, email)
  print(`Password of ${email}  ${password}\nIt is shown this once; the sessions of before have ended.`)
}

async function unlock(surroundings: CommandSurroundings, email: string): Promise<void> {
  await unlockUser(surroundings, email)
  print(`${email} signs in with the password alone, or sets up a new authenticator where one is asked for.`)
}

async function list(surroundings: CommandSurroundings): Promise<void> {
  for (const user of await listUsers(surroundings)) print(userLine(user))
}

async function adopt(surroundings: CommandSurroundings): Promise<void> {
  const { authenticators } = await adoptSecret(surroundings)
  print(`This database belongs to the present secret. Every session has ended, ${authenticators} ${authenticators === 1 ? 'authenticator was' : 'authenticators were'} taken off, and access keys have to be made anew.`)
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

async function planZone({ database }: CommandSurroundings, zone: string): Promise<void> {
  for (const line of planLines(await planZoneChange({ database, now: () => new Date() }, knownZone(zone)))) print(line)
}

async function setZone({ database }: CommandSurroundings, zone: string): Promise<void> {
  const { from } = await changeZone({ database, now: () => new Date() }, knownZone(zone))
  print(`Days are booked in ${zone} from now on${from === null || from === zone ? '' : `, no longer in ${from}`}. Start every server with BUSINESS_TIME_ZONE=${zone}.`)
}

type Work = (surroundings: CommandSurroundings, word: string) => Promise<void>
/** By subject and what is done; then how many words follow. */
const works: ReadonlyMap<string, readonly [Work, number]> = new Map([
  ['users list', [list, 0]], ['users reset', [reset, 1]], ['users unlock', [unlock, 1]], ['secret adopt', [adopt, 0]],
  ['zone plan', [planZone, 1]], ['zone change', [setZone, 1]],
])

async function main(): Promise<void> {
  const { positionals: [subject, what, ...words] } = readOptions({ allowPositionals: true, usage })
  const [work, count] = works.get(`${subject} ${what}`) ?? []
  if (!work || words.length !== count) throw new UsageError(usage)
  await withCommandDatabase(async (surroundings) => {
    await work(surroundings, words[0] ?? '').catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'user_not_found' ? new UsageError(`Nobody has the e-mail ${words[0]}. npm run admin -- users list names everybody.`) : error
    })
  }, { needsOwnSettings: false })
}

runCommand(main)
