import { accountNames } from '#rules/ledger.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { exactly, mapOf, textLike } from './shapes.ts'

const code = textLike(/^[\w.-]{1,40}$/, "a number of the plan of accounts, '2.1.3.01'")
const accountName = textLike(new RegExp(`^(?:${accountNames.join('|')})$`), `one of ${accountNames.join(', ')}`)

/** Every account of the ledger has a number of its own. */
export function checkAccounts({ accounts }: Configuration): ConfigurationProblem[] {
  const named: Readonly<Record<string, { readonly code: string }>> = accounts ?? {}
  const codes = Object.values(named).map((account) => account?.code)
  return [
    ...mapOf(exactly({ code }, ['code']), accountName)(accounts, ['accounts']),
    ...accountNames
      .filter((name) => named[name] === undefined)
      .map((name) =>
        problemAt(['accounts'], {
          code: 'C125',
          what: `Entries are booked on ${name}, and it has no number.`,
          how: `Add ${name}: defineAccount({ code: '…' }).`,
        }),
      ),
    ...Object.keys(named)
      .filter((_, index) => codes[index] !== undefined && codes.indexOf(codes[index]) < index)
      .map((name) =>
        problemAt(['accounts', name, 'code'], {
          code: 'C125',
          what: 'Another account has the same number.',
          how: 'Give it one of its own, so that the accountant can tell them apart.',
        }),
      ),
  ]
}
