import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from '#engine/server/environment.ts'

describe('an environment where nothing is set', () => {
  it('serves on 127.0.0.1:3000 with the embedded database in ./data and demo data, in UTC and $', () => {
    expect(readEnvironment({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      dataDir: `${process.cwd()}/data`,
      demo: true,
      businessTimeZone: 'UTC',
      moneySymbol: '$',
      logLevel: 'info',
      trustProxy: false,
    })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readEnvironment({ PORT: '', DATABASE_URL: '', DEMO: ' ' })).toEqual(readEnvironment({}))
  })
})

describe('what is set', () => {
  it('is taken', () => {
    const environment = readEnvironment({
      PORT: '0',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/data',
      ROOT_EMAIL: 'root@example.com',
      ROOT_PASSWORD: 'x',
      BUSINESS_TIME_ZONE: 'America/Sao_Paulo',
      MONEY_SYMBOL: 'R$',
    })
    expect(environment).toMatchObject({
      port: 0,
      host: '0.0.0.0',
      dataDir: '/srv/data',
      rootEmail: 'root@example.com',
      rootPassword: 'x',
      businessTimeZone: 'America/Sao_Paulo',
      moneySymbol: 'R$',
    })
  })

  it("leaves demo data out with the operator's own database, unless asked for", () => {
    expect(readEnvironment({ DATABASE_URL: 'postgres://a@b/c' }).demo).toBe(false)
    expect(readEnvironment({ DATABASE_URL: 'postgres://a@b/c', DEMO: '1' }).demo).toBe(true)
    expect(readEnvironment({ DEMO: '0' }).demo).toBe(false)
  })

  it.each([
    ['1', 1],
    ['true', 1],
    ['2', 2],
    ['0', false],
    ['10.0.0.1, 10.0.0.2', ['10.0.0.1', '10.0.0.2']],
    ['172.16.0.0/12,FD00::/8,loopback', ['172.16.0.0/12', 'fd00::/8', 'loopback']],
  ])('reads whom to trust: TRUST_PROXY=%s', (value, expected) => {
    expect(readEnvironment({ TRUST_PROXY: value }).trustProxy).toEqual(expected)
  })
})

describe('what cannot be used is refused with the variable, its value and the remedy', () => {
  it.each([
    ['PORT', '70000', 'PORT "70000" cannot be used. Give a whole number from 0 to 65535.'],
    ['PORT', 'http', 'PORT "http" cannot be used.'],
    ['DEMO', 'maybe', 'DEMO "maybe" cannot be used. Give 1 or 0.'],
    [
      'TRUST_PROXY',
      '0.0.0.0/0',
      'TRUST_PROXY "0.0.0.0/0" cannot be used. Give the number of proxies before this server',
    ],
    ['TRUST_PROXY', 'proxy.example', 'TRUST_PROXY "proxy.example" cannot be used.'],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY "10.0.0.0/33" cannot be used.'],
    ['TRUST_PROXY', '11', 'TRUST_PROXY "11" cannot be used.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL "loud" cannot be used. Give one of fatal, error'],
    ['BUSINESS_TIME_ZONE', 'Brasilia', 'BUSINESS_TIME_ZONE "Brasilia" cannot be used. Give an IANA name'],
    ['ROOT_EMAIL', 'root', 'ROOT_EMAIL "root" cannot be used. Give an e-mail address'],
    [
      'PAYOUT_GATEWAY_URL',
      'gateway',
      'PAYOUT_GATEWAY_URL (not shown) cannot be used. Give an address that begins with https://',
    ],
    [
      'PAYOUT_GATEWAY_URL',
      'http://gateway.example',
      'begins with https:// (http:// is for addresses of this machine only)',
    ],
    ['PAYOUT_GATEWAY_ACQUIRER_URL', 'http://gateway.example', 'PAYOUT_GATEWAY_ACQUIRER_URL (not shown) cannot be used'],
    ['MAIL_FROM', 'Office <office@example.com>', 'MAIL_FROM "Office <office@example.com>" cannot be used. Give'],
    ['DATA_DIR', '/srv/office#1', 'DATA_DIR "/srv/office#1" cannot be used. Name a folder without # and $'],
    ['DATA_DIR', '/srv/$office', 'Name a folder without # and $'],
    ['DATABSE_URL', 'postgres://a:b@c/d', 'DATABSE_URL is no setting. DATABASE_URL is; write it so'],
    ['PAYOUT_GATEWAY_SECRETS', 'x', 'PAYOUT_GATEWAY_SECRETS is no setting. PAYOUT_GATEWAY_SECRET is'],
    ['MAIL_FORM', 'a@b.example', 'MAIL_FORM is no setting. MAIL_FROM is'],
    ['DATABASE_READ_URL', 'postgres://a@b/c', 'DATABASE_READ_URL is set without DATABASE_URL'],
    ['SESSION_DATABASE_URL', 'postgres://a@b/c', 'one alone is set'],
  ])('%s=%s', (name, value, message) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(message)
  })

  it('no name that is nearly a setting which is set, or that is far from all of them', () => {
    expect(() => readEnvironment({ DATABASE_URLS: 'x', DATABASE_URL: 'postgres://a:b@c/d' })).not.toThrow()
    expect(() => readEnvironment({ PATH: '/bin', SFTP_URL: 'x', DATABASE_NAME: 'x' })).not.toThrow()
  })

  it('all of it at once', () => {
    expect(() => readEnvironment({ PORT: 'x', DEMO: 'y' })).toThrow(/PORT.*\nDEMO/)
  })

  it('without repeating a secret', () => {
    const secret = 'mysql://me:hunter2@host/db'
    expect(() => readEnvironment({ DATABASE_URL: secret })).toThrow(
      expect.not.stringContaining('hunter2') as unknown as string,
    )
    expect(() => readEnvironment({ DATABASE_URL: secret })).toThrow('postgres://')
  })

  it('a witness of the log whose address is not encrypted', () => {
    expect(
      readEnvironment({ LOG_WITNESSES: '/srv/a, https://w.example/log,http://127.0.0.1:9/' }).logWitnesses,
    ).toEqual(['/srv/a', 'https://w.example/log', 'http://127.0.0.1:9/'])
    expect(() => readEnvironment({ LOG_WITNESSES: '/srv/a,http://w.example/log' })).toThrow(
      'LOG_WITNESSES (not shown) cannot be used.',
    )
    expect(() => readEnvironment({ LOG_WITNESSES: 'http://127.0.0.1.evil.example/' })).toThrow('LOG_WITNESSES')
  })

  it('a gateway without the secret that signs its requests', () => {
    expect(() => readEnvironment({ PAYOUT_GATEWAY_URL: 'https://gateway.example' })).toThrow(
      'PAYOUT_GATEWAY_SECRET is not set',
    )
  })
})

describe('the operating manual', () => {
  it('names every variable the server reads', () => {
    const read = new Set<string>()
    readEnvironment(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))
    const manual = readFileSync('docs/operating.md', 'utf8')
    expect([...read].filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
  })
})
