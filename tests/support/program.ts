import { createHash } from 'node:crypto'
import { type Answer, type Client, type Office } from './office.ts'

/** A program that asks to be let in: registered, with the secret behind its challenge. */
export interface Program {
  readonly clientId: string
  readonly redirectUri: string
  readonly verifier: string
  /** What it asks the user for; some of it may be said otherwise. */
  query(other?: Readonly<Record<string, string | undefined>>): Record<string, string>
}

/** What a program holds once it was let in. */
export interface ProgramTokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
}

const verifier = 'a-secret-of-a-test-program-that-is-long-enough'

/** Registers a program. */
export async function registerProgram(
  office: Office,
  { redirectUri = 'https://program.test/back', name = 'A program' } = {},
): Promise<Program> {
  const { status, body } = await office.nobody.post('/oauth/register', {
    redirect_uris: [redirectUri],
    client_name: name,
  })
  if (status !== 201) throw new Error(`The program was not registered: ${JSON.stringify(body)}`)
  const asked = {
    response_type: 'code',
    client_id: body.client_id as string,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'a state',
  }
  return {
    clientId: body.client_id,
    redirectUri,
    verifier,
    query: (other = {}) =>
      Object.fromEntries(
        Object.entries({ ...asked, ...other }).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
  }
}

/** Sends a form, as programs do. */
export async function postForm(office: Office, path: string, form: Record<string, string>): Promise<Answer> {
  const answer = await office.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers as Record<string, string> }
}

/** The code with which a user lets a program in. @throws Error where the consent is refused */
export async function consentTo(
  program: Program,
  user: Client,
  other?: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { status, body } = await user.post('/api/oauth/consent', program.query(other))
  if (status !== 200) throw new Error(`No consent: ${JSON.stringify(body)}`)
  return new URL(body.goTo).searchParams.get('code')!
}

/** Exchanges a code. */
export const exchange = (office: Office, program: Program, code: string, other: Record<string, string> = {}) =>
  postForm(office, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: program.clientId,
    redirect_uri: program.redirectUri,
    code_verifier: program.verifier,
    code,
    ...other,
  })

/** Registers a program and lets it in for a user. */
export async function letProgramIn(
  office: Office,
  user: Client,
  { scope }: { scope?: string } = {},
): Promise<ProgramTokens & { readonly program: Program }> {
  const program = await registerProgram(office)
  const { body } = await exchange(office, program, await consentTo(program, user, { scope }))
  if (!body.access_token) throw new Error(`No tokens: ${JSON.stringify(body)}`)
  return { ...body, program }
}
