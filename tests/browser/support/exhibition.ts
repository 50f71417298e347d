import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { prepareExhibits } from './exhibits.ts'
import { signInAt } from './remoteClient.ts'
import type { Exhibits } from './routes.ts'

/** A server full of demo data, prepared to be looked at, and a browser. */
export interface Exhibition {
  readonly server: TestServer
  readonly credentials: { readonly email: string; readonly password: string }
  readonly root: Client
  readonly exhibits: Exhibits
  readonly opened: TestBrowser
  close(): Promise<void>
}

/** Opens one. */
export async function openExhibition(): Promise<Exhibition> {
  const server = await startTestServer({ DEMO: '1' })
  const credentials = { email: server.rootEmail, password: server.rootPassword }
  const root = await signInAt(server.address, credentials)
  const exhibits = await prepareExhibits({ root, db: server.database.db })
  const opened = await openBrowser()
  return {
    server,
    credentials,
    root,
    exhibits,
    opened,
    async close() {
      await opened.close()
      await server.stop()
    },
  }
}
