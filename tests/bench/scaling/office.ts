import { type ServerProcess, startServerProcess } from '../loadSupport.ts'

/** Who the trial signs in as. */
export const root = { email: 'root@trial.example', password: 'Trial-Root-1' } as const

/** One API process of the product. */
export interface Office extends ServerProcess {
  call(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; key?: string },
  ): Promise<{ status: number; body: any; total: number }>
  signIn(credentials: { email: string; password: string }): Promise<string>
}

/** Starts one, through whichever addresses. */
export async function startOffice(urls: {
  readonly primary: string
  readonly replica?: string | undefined
}): Promise<Office> {
  const server = await startServerProcess({
    DATABASE_URL: urls.primary,
    ROOT_EMAIL: root.email,
    ROOT_PASSWORD: root.password,
    INSTALLATION_SECRET: 'a secret of the trial, long enough for it',
    ...(urls.replica ? { DATABASE_READ_URL: urls.replica } : {}),
  })
  const call: Office['call'] = async (method, path, { token, body, key } = {}) => {
    const answer = await fetch(`${server.address}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        ...((token ?? key) ? { authorization: `Bearer ${token ?? key}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    })
    const text = await answer.text()
    return {
      status: answer.status,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
      total: Number(answer.headers.get('content-range')?.split('/')[1] ?? -1),
    }
  }
  return {
    ...server,
    call,
    async signIn(credentials) {
      const { status, body } = await call('POST', '/login', { body: credentials })
      if (status !== 200) throw new Error(`Not signed in: ${JSON.stringify(body)}`)
      return body.accessToken as string
    },
  }
}
