import { describe, expect, it } from 'vitest'
import { outboundCall } from '#features/webhooks/server/transport/outboundCall.ts'
import { isPrivateAddress } from '#features/webhooks/server/transport/privateAddresses.ts'
import { openSink } from './support.ts'

const call = (url: string) => ({ method: 'GET', url, headers: {} }) as const
const limits = { insideHosts: [], limitMs: 2_000 }

describe('an address inside', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'ff02::1',
    'no address',
  ])('%s', (address) => expect(isPrivateAddress(address)).toBe(true))
  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('is not %s', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  )
})

describe('a call', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://017700000001/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://sub.localhost/',
  ])('refuses %s', async (url) =>
    expect(await outboundCall(call(url), limits)).toMatchObject({ status: null, answer: 'address_inside' }),
  )
  it('refuses what is not encrypted, and other protocols', async () => {
    expect((await outboundCall(call('http://8.8.8.8/'), limits)).answer).toBe('address_not_encrypted')
    expect((await outboundCall(call('file:///etc/passwd'), limits)).answer).toBe('invalid_url')
  })
  it('follows no redirect, and gives up what does not answer', async () => {
    const inside = await openSink()
    const sink = await openSink((response) => void response.writeHead(302, { location: inside.url }).end())
    const named = { insideHosts: ['127.0.0.1'], limitMs: 150 }
    expect((await outboundCall(call(sink.url), named)).status).toBe(302)
    expect(inside.got).toEqual([])
    sink.answers = () => {}
    expect((await outboundCall(call(sink.url), named)).answer).toBe('timeout')
    const [{ port }] = [new URL(sink.url)]
    expect(
      (await outboundCall(call(sink.url), { ...limits, insideHosts: [`127.0.0.1:${Number(port) + 1}`] })).answer,
    ).toBe('address_not_encrypted')
    sink.close()
    inside.close()
  })
  it('looks at what a name stands for as it is connected to', async () => {
    // The machine's own name leads to the machine, whatever else it is called.
    const { hostname } = await import('node:os')
    const { answer } = await outboundCall(call(`https://${hostname()}.localdomain.invalid/`), limits)
    expect(answer).toMatch(/ENOTFOUND|EAI_AGAIN|address_inside/)
  })
})
