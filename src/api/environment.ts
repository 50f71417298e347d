import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { installationDefaults } from '../config/answers/installation.ts'
import type { FenceAddresses } from './database/fence/fenceAddresses.ts'

/**
 * What the operator decides by environment variables; read once at start. A variable that is not set is `undefined`
 * here.
 */
export interface Environment {
  /** TCP port; 0 takes a free one. */
  readonly port: number
  readonly host: string
  /** The operator's own PostgreSQL; without it the embedded one runs on `dataDir`. */
  readonly databaseUrl: string | undefined
  /** A replica for reports and lists. */
  readonly databaseReadUrl: string | undefined
  /** The owner of the tables, where servers log in as a role that owns none. */
  readonly migrationDatabaseUrl: string | undefined
  /** The operator's own roles of the second fence; without them the owner makes them. */
  readonly fenceAddresses: FenceAddresses | undefined
  /** Absolute path of the data folder. */
  readonly dataDir: string
  readonly rootEmail: string | undefined
  readonly rootPassword: string | undefined
  /** Whether demo data is filled in at the first start. */
  readonly demo: boolean
  /** IANA name of the zone whose calendar day is the business day. */
  readonly businessTimeZone: string
  readonly moneySymbol: string
  /** Path of a MaxMind City database. */
  readonly geoipDatabase: string | undefined
  /**
   * Who may tell us the client's address and country in headers: nobody, so many proxies before us, or these addresses.
   * Never everybody.
   */
  readonly trustProxy: false | number | string[]
  /** `TRUST_PROXY` is the old word for trusting everybody; it is taken for one proxy. */
  readonly isTrustProxyWord: boolean
  readonly payoutGatewayUrl: string | undefined
  readonly payoutGatewaySecret: string | undefined
  readonly logLevel: LogLevel
  /** For how long browsers come back over TLS alone, and whether that holds for all hosts below this one. */
  readonly hsts: { readonly seconds: number; readonly hasSubDomains: boolean }
  /** Where Prometheus reads: a port of its own, and what it has to bring. */
  readonly metrics: { readonly port: number | undefined; readonly host: string; readonly token: string | undefined }
  /** For how long a start waits for the operator's database. */
  readonly databaseWaitSeconds: number
  /** Signs and encrypts what this installation hands out; made and kept in the database when not given. */
  readonly installationSecret: string | undefined
  /** Absolute path of the key ring of the activity log. */
  readonly logKeys: string
  /** Who is handed the checkpoints of the activity log: absolute paths of files, and addresses. */
  readonly logWitnesses: readonly string[]
}

/** How much the server writes to its log. */
export type LogLevel = (typeof logLevels)[number]
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** One or more environment variables cannot be used; the message names each with its value and the remedy. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads the environment (the table "Running" of the HTTP contract). An empty variable counts as not set.
 * @throws EnvironmentError that lists every variable that cannot be used; secrets are not repeated
 */
export function readEnvironment(variables: Variables): Environment {
  const problems: string[] = []
  const reader = makeReader(variables, problems)
  const databaseUrl = reader.address('DATABASE_URL', databaseProtocols)
  const dataDir = resolve(reader.text('DATA_DIR') ?? './data')
  const [session, root] = [
    reader.address('SESSION_DATABASE_URL', databaseProtocols),
    reader.address('ROOT_DATABASE_URL', databaseProtocols),
  ]
  const environment: Environment = {
    port: reader.integer('PORT', 3000, { min: 0, max: 65_535 }),
    host: reader.text('HOST') ?? '127.0.0.1',
    databaseUrl,
    databaseReadUrl: reader.address('DATABASE_READ_URL', databaseProtocols),
    migrationDatabaseUrl: reader.address('MIGRATION_DATABASE_URL', databaseProtocols),
    fenceAddresses: session && root ? { session, root } : undefined,
    dataDir,
    rootEmail: reader.matching('ROOT_EMAIL', /^\S+@\S+\.\S+$/, 'Give an e-mail address, for example root@example.com.'),
    rootPassword: reader.secret('ROOT_PASSWORD', 1),
    demo: reader.flag('DEMO', databaseUrl === undefined),
    businessTimeZone: reader.timeZone('BUSINESS_TIME_ZONE', installationDefaults.businessTimeZone),
    moneySymbol: reader.text('MONEY_SYMBOL') ?? installationDefaults.moneySymbol,
    geoipDatabase: reader.text('GEOIP_DATABASE'),
    trustProxy: reader.proxies('TRUST_PROXY'),
    isTrustProxyWord: trustWords.includes(reader.text('TRUST_PROXY')?.toLowerCase() ?? ''),
    payoutGatewayUrl: reader.address('PAYOUT_GATEWAY_URL', ['https:', 'http:']),
    payoutGatewaySecret: reader.secret('PAYOUT_GATEWAY_SECRET', 1),
    hsts: {
      seconds: reader.integer('HSTS_SECONDS', 31_536_000, { min: 0, max: 63_072_000 }),
      hasSubDomains: reader.flag('HSTS_SUBDOMAINS', true),
    },
    metrics: {
      port: reader.text('METRICS_PORT') ? reader.integer('METRICS_PORT', 0, { min: 0, max: 65_535 }) : undefined,
      host: reader.text('METRICS_HOST') ?? '127.0.0.1',
      token: reader.secret('METRICS_TOKEN', 16),
    },
    databaseWaitSeconds: reader.integer('DATABASE_WAIT_SECONDS', 30, { min: 0, max: 3_600 }),
    logLevel: reader.choice('LOG_LEVEL', logLevels, 'info'),
    installationSecret: reader.secret('INSTALLATION_SECRET', 32),
    logKeys: resolve(reader.text('LOG_KEYS') ?? join(dataDir, 'log-keys.json')),
    logWitnesses: reader.witnesses('LOG_WITNESSES'),
  }
  if (
    environment.payoutGatewayUrl &&
    !environment.payoutGatewaySecret &&
    !problems.some((line) => line.startsWith('PAYOUT_GATEWAY_SECRET'))
  ) {
    problems.push(
      'PAYOUT_GATEWAY_SECRET is not set, but PAYOUT_GATEWAY_URL is. Set both: requests to the gateway are signed.',
    )
  }
  if (environment.databaseReadUrl && !databaseUrl)
    problems.push('DATABASE_READ_URL is set without DATABASE_URL. Set DATABASE_URL too, or leave both out.')
  if (environment.migrationDatabaseUrl && !databaseUrl)
    problems.push('MIGRATION_DATABASE_URL is set without DATABASE_URL. Set DATABASE_URL too, or leave both out.')
  const isGiven = [session, root].filter(Boolean).length
  if (isGiven === 1)
    problems.push('Of SESSION_DATABASE_URL and ROOT_DATABASE_URL one alone is set. Set both, or leave both out.')
  if (isGiven > 0 && !databaseUrl)
    problems.push(
      'SESSION_DATABASE_URL and ROOT_DATABASE_URL are set without DATABASE_URL. Set DATABASE_URL too, or leave them out.',
    )
  if (problems.length > 0) throw new EnvironmentError(problems.join('\n'))
  return environment
}

const databaseProtocols = ['postgres:', 'postgresql:']

function makeReader(variables: Variables, problems: string[]) {
  const text = (name: string) => variables[name]?.trim() || undefined
  const refuse = (name: string, shown: string, remedy: string): undefined => {
    problems.push(`${name} ${shown} cannot be used. ${remedy}`)
  }
  return {
    text,
    integer(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
      const value = text(name)
      if (value === undefined) return fallback
      const number = /^\d+$/.test(value) ? Number(value) : NaN
      if (number >= min && number <= max) return number
      return refuse(name, `"${value}"`, `Give a whole number from ${min} to ${max}.`) ?? fallback
    },
    flag(name: string, fallback: boolean): boolean {
      const value = text(name)?.toLowerCase()
      if (value === undefined) return fallback
      if (['1', 'true', 'yes', 'on'].includes(value)) return true
      if (['0', 'false', 'no', 'off'].includes(value)) return false
      return refuse(name, `"${value}"`, 'Give 1 or 0.') ?? fallback
    },
    choice<const Options extends readonly string[]>(
      name: string,
      options: Options,
      fallback: Options[number],
    ): Options[number] {
      const value = text(name)
      if (value === undefined || options.includes(value)) return value ?? fallback
      return refuse(name, `"${value}"`, `Give one of ${options.join(', ')}.`) ?? fallback
    },
    matching(name: string, pattern: RegExp, remedy: string): string | undefined {
      const value = text(name)
      return value === undefined || pattern.test(value) ? value : refuse(name, `"${value}"`, remedy)
    },
    secret(name: string, lengthMin: number): string | undefined {
      const value = variables[name] || undefined
      return value === undefined || value.length >= lengthMin
        ? value
        : refuse(name, '(not shown)', `Give at least ${lengthMin} characters.`)
    },
    address(name: string, protocols: readonly string[]): string | undefined {
      const value = text(name)
      if (value === undefined) return undefined
      const isFit = URL.canParse(value) && protocols.includes(new URL(value).protocol)
      return isFit
        ? value
        : refuse(
            name,
            '(not shown)',
            `Give an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
          )
    },
    proxies(name: string): false | number | string[] {
      const value = text(name)
      const proxies = value === undefined ? false : readProxies(value)
      const remedy = `Give the number of proxies before this server (1 to ${hopsMax}), or their addresses or ranges of these, for example 10.0.0.5,172.16.0.0/12. Everybody is never trusted.`
      return proxies ?? refuse(name, `"${value}"`, remedy) ?? false
    },
    witnesses(name: string): string[] {
      const targets = (text(name) ?? '')
        .split(',')
        .map((target) => target.trim())
        .filter(Boolean)
      return targets.flatMap((target) => {
        if (!target.includes('://')) return [resolve(target)]
        if (/^(https:\/\/|http:\/\/(localhost|127\.[\d.]+|\[::1\])([:/?]|$))/.test(target) && URL.canParse(target))
          return [target]
        return (
          refuse(
            name,
            '(not shown)',
            'Give paths of files and addresses that begin with https://, with commas between them.',
          ) ?? []
        )
      })
    },
    timeZone(name: string, fallback: string): string {
      const value = text(name) ?? fallback
      try {
        return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
      } catch {
        return refuse(name, `"${value}"`, 'Give an IANA name, for example America/Sao_Paulo or UTC.') ?? fallback
      }
    },
  }
}

const hopsMax = 10
const trustWords = ['true', 'yes', 'on']
/** Ranges by name, as the framework knows them. */
const rangeNames = ['loopback', 'linklocal', 'uniquelocal']

/** An address, or a range of them that is not all of them. */
function isProxyAddress(text: string): boolean {
  if (rangeNames.includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128)))
  )
}

/** Null where it cannot be used. */
function readProxies(value: string): false | number | string[] | null {
  const word = value.toLowerCase()
  if (['0', 'false', 'no', 'off'].includes(word)) return false
  if (trustWords.includes(word)) return 1
  if (/^\d+$/.test(value)) return Number(value) <= hopsMax ? Number(value) : null
  const addresses = word.split(',').map((address) => address.trim())
  return addresses.every(isProxyAddress) ? addresses : null
}
