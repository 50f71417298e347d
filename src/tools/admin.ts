/** `npm run admin -- users list | users reset EMAIL | users unlock EMAIL | secret adopt`: what whoever runs the server does where nobody can sign in any more. Beside a running server or without one. */
import { adoptSecret } from '../api/auth/boundSettings.ts'
import { type ListedUser, listUsers, resetPassword, unlockUser } from '../api/auth/recovery.ts'
import { ApiError } from '../api/errors.ts'
import { type CommandSurroundings, withCommandDatabase } from './support/commandDatabase.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

const usage = `npm run admin -- users list            who may sign in
npm run admin -- users reset EMAIL     a new password, shown once; ends the user's sessions
npm run admin -- users unlock EMAIL    takes the authenticator off, with its lock
npm run admin -- secret adopt          goes on with the present INSTALLATION_SECRET where the one of before is lost`

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

type Work = (surroundings: CommandSurroundings, word: string) => Promise<void>
/** By subject and what is done; then how many words follow. */
const works: ReadonlyMap<string, readonly [Work, number]> = new Map([['users list', [list, 0]], ['users reset', [reset, 1]], ['users unlock', [unlock, 1]], ['secret adopt', [adopt, 0]]])

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
