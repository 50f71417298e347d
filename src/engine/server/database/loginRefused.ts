/** The database is there and does not take us as we come; the message says what to change. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
}

const documented = 'See "TLS to the database" in docs/operating.md.'
const authority = `Name the certificate of its authority: ?sslmode=verify-full&sslrootcert=/path/to/ca.crt. ${documented}`

const remedies: Readonly<Record<string, string>> = {
  '28P01': 'Correct the user and the password in the address.',
  '28000':
    'Correct the user in the address, or let its server (pg_hba.conf) take it from here; one that asks for encryption takes ?sslmode=verify-full.',
  '3D000': 'Create the database, or correct its name in the address.',
  ERR_TLS_CERT_ALTNAME_INVALID: `The address has to name the server as its certificate does. ${documented}`,
  CERT_HAS_EXPIRED: 'Renew the certificate of the server.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: authority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: authority,
  SELF_SIGNED_CERT_IN_CHAIN: authority,
  DEPTH_ZERO_SELF_SIGNED_CERT: authority,
}

function remedyOf(error: Error): string | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === 'open') return 'Correct the paths of sslrootcert, sslcert and sslkey in the address.'
  if (error.message.includes('does not support SSL'))
    return 'Switch TLS on at the server, or take sslmode out of the address.'
  if (error.message.includes('client password must be'))
    return 'The server asks for a password and the address names none: postgres://user:password@host/database.'
  return typeof code === 'string' ? remedies[code] : undefined
}

/** What is wrong with how we come, in words; null where that is not what failed. */
export function refusalOf(error: unknown): DatabaseRefused | null {
  const remedy = error instanceof Error ? remedyOf(error) : undefined
  if (remedy === undefined) return null
  return new DatabaseRefused(`The database refuses the connection: ${(error as Error).message}. ${remedy}`, {
    cause: error,
  })
}
