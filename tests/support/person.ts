import { Secret, TOTP } from 'otpauth'
import { buildAffiliateUser, type BuiltRecord, builtPassword } from './builders.ts'
import { type Client, clientOf, type Office } from './office.ts'

/** One of an affiliate's people, signed in by e-mail and password. */
export interface OpenPerson {
  readonly client: Client
  readonly person: BuiltRecord
  /** The next code of the authenticator; undefined without one. */
  readonly code: () => string | undefined
}

const stepMs = 30_000

/**
 * Makes one of an affiliate's people, follows the invitation and signs in.
 * @param by who invites; root by itself
 * @param now the clock of the office, where it has one of its own
 * @param hasAuthenticator whether an authenticator is set up
 */
export async function openPerson(
  office: Office,
  affiliate: number,
  {
    by = office.root,
    now = () => new Date(),
    hasAuthenticator = false,
  }: { by?: Client; now?: () => Date; hasAuthenticator?: boolean } = {},
): Promise<OpenPerson> {
  const person = await buildAffiliateUser(by, { affiliate })
  const { body: invited } = await by.post(`/api/affiliateUser/${person.id}/invite`, {})
  const token = String(invited.link).split('#')[1]
  const password = { password: builtPassword, passwordConfirmation: builtPassword }
  const { status } = await office.nobody.post('/api/invitation/accept', { token, ...password })
  if (status !== 200) throw new Error('The invitation was not accepted.')
  const { body } = await office.nobody.post('/login', { email: person.email, password: builtPassword })
  const client = clientOf(office.app, body.accessToken)
  if (!hasAuthenticator) return { client, person, code: () => undefined }
  const { otpauthUrl } = (await client.get('/api/portal/mfa')).body
  const secret = Secret.fromBase32(new URL(otpauthUrl).searchParams.get('secret')!)
  // Each code works once: the one of the step before confirms, the present and the next one are left.
  let shift = -stepMs
  const code = () => {
    const made = new TOTP({ secret }).generate({ timestamp: now().getTime() + shift })
    shift += stepMs
    return made
  }
  const confirmed = await client.post('/api/portal/mfa/confirm', { totp: code() })
  if (confirmed.status !== 200) throw new Error('The authenticator was not confirmed.')
  return { client, person, code }
}
