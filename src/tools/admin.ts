/** `npm run admin -- users list | users reset EMAIL | users unlock EMAIL`: what whoever runs the server does where nobody can sign in any more. Beside a running server or without one. */
import { type ListedUser, listUsers, resetPassword, unlockUser } from '../api/auth/recovery.ts'
import { ApiError } from '../api/errors.ts'
import { type CommandSurroundings, withCommandDatabase } from './support/commandDatabase.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

const usage = `npm run admin -- users list            who may sign in
npm run admin -- users reset EMAIL     a new password, shown once; ends the user's sessions
npm run admin -- users unlock EMAIL    takes the authenticator off, with its lock`

const print = (line: string) => process.stdout.write(`${line}\n`)

function userLine({ email, root, suspended, twoStep }: ListedUser): string {
  const said = [...(root ? ['root'] : []), ...(suspended ? ['suspended'] : []), ...(twoStep === 'none' ? [] : [`authenticator ${twoStep}`])]
  return [email, said.join(', ')].filter(Boolean).join('  ')
}

const works: Readonly<Record<string, (surroundings: CommandSurroundings, email: string) => Promise<void>>> = {
  async reset(surroundings, email) {
    const password = await resetPassword(surroundings, email)
    print(`Password of ${email}  ${password}\nIt is shown this once; the sessions of before have ended.`)
  },
  async unlock(surroundings, email) {
    await unlockUser(surroundings, email)
    print(`${email} signs in with the password alone, or sets up a new authenticator where one is asked for.`)
  },
}

async function main(): Promise<void> {
  const { positionals: [subject, what = '', email, ...rest] } = readOptions({ allowPositionals: true, usage })
  const isList = what === 'list' && email === undefined
  const work = Object.hasOwn(works, what) && email !== undefined && rest.length === 0 ? works[what] : undefined
  if (subject !== 'users' || (!isList && !work)) throw new UsageError(usage)
  await withCommandDatabase(async (surroundings) => {
    if (!work) return (await listUsers(surroundings)).forEach((user) => print(userLine(user)))
    await work(surroundings, email!).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'user_not_found' ? new UsageError(`Nobody has the e-mail ${email}. npm run admin -- users list names everybody.`) : error
    })
  })
}

runCommand(main)
