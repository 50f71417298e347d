import { connect, createServer, type Socket } from 'node:net'

/** What a proxy does with what passes it. */
export type ProxyFault = 'blackHole' | 'halfOpen' | 'reset'

/** A proxy on loopback in front of a database, that can fail as networks do. */
export interface TcpProxy {
  /** The database's address, by way of the proxy. */
  readonly url: string
  /**
   * `blackHole`: nothing passes any more in either direction, and nobody is told; new connections are taken and never
   * answered. `halfOpen`: the database's side of every connection is gone, ours
   * stands; new ones work. `reset`: every connection is reset; new ones work.
   */
  fail(fault: ProxyFault): void
  /** Everything passes again; what was swallowed is lost. */
  mend(): void
  close(): Promise<void>
}

/** Where an address leads: a Unix socket, or a port. */
function targetOf(url: URL): { path: string } | { host: string; port: number } {
  const folder = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port }
}

/** Opens it in front of a database. @param listeningPort a free one where nothing is said */
export async function openTcpProxy(databaseUrl: string, listeningPort = 0): Promise<TcpProxy> {
  const url = new URL(databaseUrl)
  const target = targetOf(url)
  const pairs = new Map<Socket, Socket | null>()
  let isSwallowing = false

  const server = createServer((client) => {
    client.on('error', () => {})
    client.on('close', () => pairs.delete(client))
    if (isSwallowing) return void pairs.set(client, null)
    const upstream = connect(target)
    pairs.set(client, upstream)
    upstream.on('error', () => {})
    const lost = new WeakSet<Socket>()
    const forward = (from: Socket, to: Socket) => {
      from.on('data', (bytes) => {
        // A connection that lost something is lost for good: its two sides no longer agree.
        if (isSwallowing) lost.add(client)
        if (!lost.has(client)) to.write(bytes)
      })
    }
    forward(client, upstream)
    forward(upstream, client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => {
      if (pairs.get(client) === upstream && !lost.has(client)) client.destroy()
    })
  })
  await new Promise<void>((listening) => server.listen(listeningPort, '127.0.0.1', listening))
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.toString(),
    fail(fault) {
      if (fault === 'blackHole') return void (isSwallowing = true)
      for (const [client, upstream] of pairs) {
        if (fault === 'reset') client.resetAndDestroy()
        else pairs.set(client, null)
        upstream?.destroy()
      }
    },
    mend() {
      isSwallowing = false
    },
    async close() {
      for (const client of pairs.keys()) client.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
