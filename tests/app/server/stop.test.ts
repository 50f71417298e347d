import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { type RunningServer, listen } from '#app/server/server.ts'

/** A server whose one route answers when it is told to. */
async function slowServer(): Promise<{ running: RunningServer; arrived: Promise<void>; answer: () => void }> {
  const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const app = Fastify()
  app.get('/', async () => {
    arrived.resolve()
    await answered.promise
    return { done: true }
  })
  return {
    running: await listen({ app, port: 0, host: '127.0.0.1' }),
    arrived: arrived.promise,
    answer: answered.resolve,
  }
}

async function ask(running: RunningServer): Promise<Socket> {
  const { port, hostname } = new URL(running.address)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return socket
}

async function everything(socket: Socket): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

describe('a server that is told to stop', () => {
  test('answers what is under way and waits for nobody who keeps a connection open', async () => {
    const { running, arrived, answer } = await slowServer()
    const socket = await ask(running)
    await arrived
    const before = performance.now()
    const stopped = running.stop()
    answer()
    expect(await everything(socket)).toContain('{"done":true}')
    await stopped
    expect(performance.now() - before).toBeLessThan(4_000)
  })

  test('answers what was sent just before', async () => {
    const { running, answer } = await slowServer()
    answer()
    const socket = await ask(running)
    const stopped = running.stop()
    expect(await everything(socket)).toMatch(/^HTTP\/1.1 200 /)
    await stopped
  })
})
