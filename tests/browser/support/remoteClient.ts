import { type Client, clientOver } from '#tests/support/office.ts'

/** A client of a server in another process, as {@link Client} is of one in this process; builders take either. */
export function remoteClient(address: string, token?: string): Client {
  return clientOver(async (method, path, body, headers = {}) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      body: isJson ? await response.json() : await response.text(),
      headers: Object.fromEntries(response.headers),
    }
  }, token)
}

/** Signs in at a server in another process. @throws Error when the answer is no session. */
export async function signInAt(address: string, credentials: { email: string; password: string }): Promise<Client> {
  const { body } = await remoteClient(address).post('/login', credentials)
  if (body.codResposta !== 200) throw new Error(`Not signed in: ${JSON.stringify(body)}`)
  return remoteClient(address, body.accessToken)
}
