import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/office.ts'
import { startTestServer, type DemoTemplate, type TestServer } from '#tests/support/server.ts'
import { noteOn } from '#tests/support/database.ts'
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

/** Prepared once a run and copied: its note says whose pages are looked at. */
const exhibited: DemoTemplate = {
  name: 'template_exhibits',
  async prepare({ address, db, ...credentials }) {
    return JSON.stringify(await prepareExhibits({ root: await signInAt(address, credentials), db }))
  },
}

/** Opens one. */
export async function openExhibition(): Promise<Exhibition> {
  const server = await startTestServer({ DEMO: '1' }, exhibited)
  const credentials = { email: server.rootEmail, password: server.rootPassword }
  const root = await signInAt(server.address, credentials)
  const exhibits = JSON.parse(await noteOn(exhibited.name)) as Exhibits
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
