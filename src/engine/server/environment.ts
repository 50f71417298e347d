import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { installationDefaults } from '#engine/declaration/answers/installation.ts'

/** How much the server writes to its log. */
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What is said of a value that cannot be used: the value, and the remedy. */
const cannot = (remedy: string) => ({
  error: ({ input }: { input?: unknown }) => `"${String(input)}" cannot be used. ${remedy}`,
})
/** The same of a value that may hold a password. */
const secretly = (remedy: string) => ({ error: `(not shown) cannot be used. ${remedy}` })

/** A variable; an empty one is not set. */
const variable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' ? value.trim() : value) || undefined, schema)

const text = variable(z.string().optional())

function integer({ min, max }: { min: number; max: number }) {
  const isFit = (value: string) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
  return z
    .string()
    .refine(isFit, cannot(`Give a whole number from ${min} to ${max}.`))
    .transform(Number)
}
const port = integer({ min: 0, max: 65_535 })

const share = z
  .string()
  .refine((value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value), cannot('Give a share from 0 to 1, for example 0.1.'))
  .transform(Number)

const words = { truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off'] }
const flag = variable(z.stringbool({ ...words, ...cannot('Give 1 or 0.') }).optional())

/** Taken as it is: spaces may belong to it. */
const secret = (length: number) =>
  z.preprocess(
    (value) => value || undefined,
    z
      .string()
      .min(length, secretly(`Give at least ${length} characters.`))
      .optional(),
  )

function address(...protocols: readonly string[]) {
  const remedy = `Give an address that begins with ${protocols.map((each) => `${each}//`).join(' or ')}.`
  const isFit = (value: string) => URL.canParse(value) && protocols.includes(new URL(value).protocol)
  return variable(z.string().refine(isFit, secretly(remedy)).optional())
}
const database = address('postgres:', 'postgresql:')

const email = z
  .string()
  .regex(/^[^\s<>]+@[^\s<>]+\.[^\s<>]+$/, cannot('Give an e-mail address, for example root@example.com.'))

const sender = email.regex(/^[^<>]*$/, cannot('Give the address alone, without a name before it: office@example.com.'))

/** Names with these are read otherwise by the shell that starts the embedded database, and in addresses. */
const folder = z
  .string()
  .refine((path) => !/[#$]/.test(resolve(path)), cannot('Name a folder without # and $ in its whole path.'))

const zone = z.string().transform((value, context) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    return refuse(context, cannot('Give an IANA name, for example America/Sao_Paulo or UTC.').error({ input: value }))
  }
})

/** An address to which nothing goes in the open; of this machine it may be plain. */
const encrypted = /^(https:\/\/|http:\/\/(localhost|127\.[\d.]+|\[::1\])([:/?]|$))/
const encryptedAddress = variable(
  z
    .string()
    .refine(
      (value) => encrypted.test(value) && URL.canParse(value),
      secretly('Give an address that begins with https:// (http:// is for addresses of this machine only).'),
    )
    .optional(),
)

const witnesses = z.string().transform((value, context) => {
  const targets = value
    .split(',')
    .map((target) => target.trim())
    .filter(Boolean)
  const isFit = (target: string) => !target.includes('://') || (encrypted.test(target) && URL.canParse(target))
  if (targets.every(isFit)) return targets.map((target) => (target.includes('://') ? target : resolve(target)))
  const remedy = 'Give paths of files and addresses that begin with https://, with commas between them.'
  return refuse(context, secretly(remedy).error)
})

/** Scheme, host and port, and nothing else. */
const origin = variable(
  z
    .string()
    .transform((value) => value.replace(/\/+$/, ''))
    .refine(
      (value) => URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value),
      cannot('Give scheme and host, for example https://office.example.com.'),
    )
    .optional(),
)

/** Hosts inside the network that may be called all the same, each with its port or without. */
const hosts = z.string().transform((value, context) => {
  const named = value.split(',').map((each) => each.trim().toLowerCase())
  if (named.every((each) => /^[a-z0-9.-]+(:\d{1,5})?$|^[0-9a-f:]+$/.test(each))) return named
  const remedy = 'Give hosts, with their port or without, with commas between them: hooks.internal, 10.0.0.5:8080.'
  return refuse(context, cannot(remedy).error({ input: value }))
})

/** Whom to believe about a client's address: nobody, so many proxies before us, or these addresses. Never everybody. */
interface Trust {
  readonly whom: false | number | string[]
  /** The old word for trusting everybody; it is taken for one proxy. */
  readonly isWord: boolean
}
const nobody: Trust = { whom: false, isWord: false }
const hopsMax = 10
const trustWords = ['true', 'yes', 'on']
/** Ranges by name, as the framework knows them. */
const rangeNames = ['loopback', 'linklocal', 'uniquelocal']

/** An address, or a range of them that is not all of them. */
function isProxyAddress(given: string): boolean {
  if (rangeNames.includes(given)) return true
  const [host = '', bits, ...rest] = given.split('/')
  const version = isIP(host)
  const isRange =
    /^\d{1,3}$/.test(bits ?? '1') && Number(bits ?? 1) > 0 && Number(bits ?? 1) <= (version === 4 ? 32 : 128)
  return version !== 0 && rest.length === 0 && isRange
}

const proxies = z.string().transform((value, context): Trust => {
  const word = value.toLowerCase()
  if (words.falsy.includes(word)) return nobody
  if (trustWords.includes(word)) return { whom: 1, isWord: true }
  if (/^\d+$/.test(value) && Number(value) <= hopsMax) return { whom: Number(value), isWord: false }
  const addresses = word.split(',').map((each) => each.trim())
  if (addresses.every(isProxyAddress)) return { whom: addresses, isWord: false }
  const remedy =
    `Give the number of proxies before this server (1 to ${hopsMax}), or their addresses or ranges of these, ` +
    'for example 10.0.0.5,172.16.0.0/12. Everybody is never trusted.'
  return refuse(context, cannot(remedy).error({ input: value }))
})

function refuse(context: z.core.ParsePayload, message: string): never {
  context.issues.push({ code: 'custom', message, input: context.value })
  return z.NEVER
}

/** Every variable there is (the table "Running" of the HTTP contract). */
const variables = z.object({
  /** 0 takes a free one. */
  PORT: variable(port.default(3000)),
  HOST: variable(z.string().default('127.0.0.1')),
  DATABASE_URL: database,
  DATABASE_READ_URL: database,
  MIGRATION_DATABASE_URL: database,
  SESSION_DATABASE_URL: database,
  ROOT_DATABASE_URL: database,
  DATA_DIR: variable(folder.default('./data')),
  ROOT_EMAIL: variable(email.optional()),
  ROOT_PASSWORD: secret(1),
  DEMO: flag,
  FEATURES: variable(z.enum(['all', 'none'], cannot('Give all or none.')).optional()),
  BUSINESS_TIME_ZONE: variable(zone.prefault(installationDefaults.businessTimeZone)),
  MONEY_SYMBOL: variable(z.string().default(installationDefaults.moneySymbol)),
  GEOIP_DATABASE: text,
  TRUST_PROXY: variable(proxies.default(nobody)),
  PAYOUT_GATEWAY_URL: encryptedAddress,
  PAYOUT_GATEWAY_SECRET: secret(1),
  NOTICES_URL: encryptedAddress,
  NOTICES_SECRET: secret(16),
  SMTP_URL: address('smtps:', 'smtp:'),
  MAIL_FROM: variable(sender.optional()),
  PUBLIC_ORIGIN: origin,
  SIGNAL_INSIDE_HOSTS: variable(hosts.default([])),
  HSTS_SECONDS: variable(integer({ min: 0, max: 63_072_000 }).default(31_536_000)),
  HSTS_SUBDOMAINS: flag,
  METRICS_PORT: variable(port.optional()),
  METRICS_HOST: variable(z.string().default('127.0.0.1')),
  METRICS_TOKEN: secret(16),
  DRAIN_SECONDS: variable(integer({ min: 0, max: 300 }).default(0)),
  DATABASE_WAIT_SECONDS: variable(integer({ min: 0, max: 3_600 }).default(30)),
  LOG_LEVEL: variable(z.enum(logLevels, cannot(`Give one of ${logLevels.join(', ')}.`)).default('info')),
  INSTALLATION_SECRET: secret(32),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('https:', 'http:'),
  OTEL_SERVICE_NAME: variable(z.string().max(100).default('affiliate-back-office')),
  OTEL_TRACES_SAMPLER_ARG: variable(share.default(1)),
  LOG_KEYS: text,
  BACKUP_FOLDER: text,
  BACKUP_IDENTITY: text,
  LOG_WITNESSES: variable(witnesses.default([])),
})

/** What the operator decides by environment variables; read once at start. A variable that is not set is `undefined` here. */
export type Environment = Readonly<ReturnType<typeof environmentOf>>

function environmentOf(given: z.output<typeof variables>, payoutGateways: GatewaySettings) {
  const { SESSION_DATABASE_URL: session, ROOT_DATABASE_URL: root } = given
  const dataDir = resolve(given.DATA_DIR)
  const demo = given.DEMO ?? given.DATABASE_URL === undefined
  return {
    port: given.PORT,
    host: given.HOST,
    /** The operator's own PostgreSQL; without it the embedded one runs on `dataDir`. */
    databaseUrl: given.DATABASE_URL,
    /** A replica for reports and lists. */
    databaseReadUrl: given.DATABASE_READ_URL,
    /** The owner of the tables, where servers log in as a role that owns none. */
    migrationDatabaseUrl: given.MIGRATION_DATABASE_URL,
    /** The operator's own roles of the second fence; without them the owner makes them. */
    fenceAddresses: session && root ? { session, root } : undefined,
    /** Absolute path of the data folder. */
    dataDir,
    rootEmail: given.ROOT_EMAIL,
    rootPassword: given.ROOT_PASSWORD,
    /** Whether demo data is filled in at the first start. */
    demo,
    /** Whether the first company of an empty database begins with every feature, or the specification's screens alone. */
    beginsWithAllFeatures: (given.FEATURES ?? (demo ? 'all' : 'none')) === 'all',
    /** IANA name of the zone whose calendar day is the business day. */
    businessTimeZone: given.BUSINESS_TIME_ZONE,
    moneySymbol: given.MONEY_SYMBOL,
    /** Path of a MaxMind City database. */
    geoipDatabase: given.GEOIP_DATABASE,
    trustProxy: given.TRUST_PROXY.whom,
    isTrustProxyWord: given.TRUST_PROXY.isWord,
    payoutGatewaySecret: given.PAYOUT_GATEWAY_SECRET,
    payoutGateways,
    /** Whom to tell what happened, and what signs it. */
    notices:
      given.NOTICES_URL && given.NOTICES_SECRET ? { url: given.NOTICES_URL, secret: given.NOTICES_SECRET } : undefined,
    /** The mail server, and from whom mail comes; without both none is sent. */
    mail: given.SMTP_URL && given.MAIL_FROM ? { url: given.SMTP_URL, from: given.MAIL_FROM } : undefined,
    /** Where people reach the pages, as `https://office.example`: links in e-mails begin with it. */
    publicOrigin: given.PUBLIC_ORIGIN,
    /** Hosts inside the network to which signals may go all the same. */
    signalInsideHosts: given.SIGNAL_INSIDE_HOSTS,
    logLevel: given.LOG_LEVEL,
    /** For how long browsers come back over TLS alone, and whether that holds for all hosts below this one. */
    hsts: { seconds: given.HSTS_SECONDS, hasSubDomains: given.HSTS_SUBDOMAINS ?? true },
    /** Where Prometheus reads: a port of its own, and what it has to bring. */
    metrics: { port: given.METRICS_PORT, host: given.METRICS_HOST, token: given.METRICS_TOKEN },
    /** For how long it says that it is not ready, and serves on, before it stops. */
    drainSeconds: given.DRAIN_SECONDS,
    /** For how long a start waits for the operator's database. */
    databaseWaitSeconds: given.DATABASE_WAIT_SECONDS,
    /** Signs and encrypts what this installation hands out; made and kept in the database when not given. */
    installationSecret: given.INSTALLATION_SECRET,
    /** Where backups are and what opens them, where this server is to try them. */
    backups: { folder: given.BACKUP_FOLDER, identity: given.BACKUP_IDENTITY },
    /** Where traces go, under which name, and which share of them; without an address nothing is traced. */
    tracing: {
      endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT,
      serviceName: given.OTEL_SERVICE_NAME,
      share: given.OTEL_TRACES_SAMPLER_ARG,
    },
    /** Absolute path of the key ring of the activity log. */
    logKeys: resolve(given.LOG_KEYS ?? join(dataDir, 'log-keys.json')),
    /** Who is handed the checkpoints of the activity log: absolute paths of files, and addresses. */
    logWitnesses: given.LOG_WITNESSES,
  }
}

/** One or more environment variables cannot be used; the message names each with its value and the remedy. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

type Variables = Readonly<Record<string, string | undefined>>

/** Where gateways are and what signs for them, by what their variables begin with (`resources/gateways.ts`). */
type GatewaySettings = Readonly<Record<string, { readonly url: string; readonly secret: string }>>

const gatewayUrl = /^(PAYOUT_GATEWAY(?:_[A-Z0-9]+)*)_URL$/
const [urlOfGateway, secretOfGateway] = [encryptedAddress, secret(1)]

/** The pairs of variables of all gateways, and what is wrong with those of the others than the first. */
function readGateways(given: Variables): { readonly gateways: GatewaySettings; readonly problems: readonly string[] } {
  const problems: string[] = []
  const gateways: Record<string, { url: string; secret: string }> = {}
  for (const name of Object.keys(given)) {
    const [, settings] = gatewayUrl.exec(name) ?? []
    if (settings === undefined || !given[name]?.trim()) continue
    const [url, key] = [urlOfGateway.safeParse(given[name]), secretOfGateway.safeParse(given[`${settings}_SECRET`])]
    if (url.data && key.data) gateways[settings] = { url: url.data, secret: key.data }
    if (settings === 'PAYOUT_GATEWAY') continue
    if (!url.data) problems.push(`${name} ${url.error?.issues[0]?.message ?? 'cannot be used.'}`)
    if (!key.data)
      problems.push(`${settings}_SECRET is not set, but ${name} is. Set both: requests to the gateway are signed.`)
  }
  return { gateways, problems }
}

/** What is wrong with variables that do not go together. */
function togetherProblems(isSet: (name: keyof typeof variables.shape) => boolean): string[] {
  const fences = (['SESSION_DATABASE_URL', 'ROOT_DATABASE_URL'] as const).filter(isSet).length
  const needs = isSet('DATABASE_URL') ? [] : (['DATABASE_READ_URL', 'MIGRATION_DATABASE_URL'] as const).filter(isSet)
  const problems = needs.map((each) => `${each} is set without DATABASE_URL. Set DATABASE_URL too, or leave both out.`)
  if (isSet('PAYOUT_GATEWAY_URL') && !isSet('PAYOUT_GATEWAY_SECRET')) {
    const why = 'Set both: requests to the gateway are signed.'
    problems.unshift(`PAYOUT_GATEWAY_SECRET is not set, but PAYOUT_GATEWAY_URL is. ${why}`)
  }
  if (isSet('NOTICES_URL') && !isSet('NOTICES_SECRET'))
    problems.push('NOTICES_SECRET is not set, but NOTICES_URL is. Set both: notices are signed.')
  if (isSet('SMTP_URL') !== isSet('MAIL_FROM'))
    problems.push('Of SMTP_URL and MAIL_FROM one alone is set. Set both, or leave both out.')
  const both = 'SESSION_DATABASE_URL and ROOT_DATABASE_URL'
  if (fences === 1) problems.push(`Of ${both} one alone is set. Set both, or leave both out.`)
  if (fences > 0 && !isSet('DATABASE_URL')) {
    problems.push(`${both} are set without DATABASE_URL. Set DATABASE_URL too, or leave them out.`)
  }
  return problems
}

/** Documented settings that commands read by themselves. */
const otherSettings = ['BACKUP_PUBLIC_KEY', 'BACKUP_KEEP', 'BACKUP_S3_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS']
/** Shorter names may well be something else's. */
const comparedLength = 9

/** Whether one letter more, less or another, or two that changed places, make one word of another. */
function isOneSlipAway(word: string, other: string): boolean {
  if (word === other || Math.abs(word.length - other.length) > 1) return false
  let start = 0
  while (start < word.length && word[start] === other[start]) start += 1
  const [rest, otherRest] = [word.slice(start), other.slice(start)]
  const isSwapped = rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2)
  return isSwapped || rest.slice(1) === otherRest.slice(1) || rest.slice(1) === otherRest || rest === otherRest.slice(1)
}

/** Names that are no setting, but nearly one that is not set: taken for nothing, they would be missed in silence. */
function misspelt(given: Variables): string[] {
  const known = [...Object.keys(variables.shape), ...otherSettings].filter((name) => name.length >= comparedLength)
  return Object.keys(given).flatMap((name) => {
    if (!given[name]?.trim() || known.includes(name)) return []
    const meant = known.find((each) => isOneSlipAway(name, each) && !given[each]?.trim())
    return meant ? [`${name} is no setting. ${meant} is; write it so, or take ${name} out.`] : []
  })
}

/**
 * Reads the environment. An empty variable counts as not set.
 * @throws EnvironmentError that lists every variable that cannot be used; secrets are not repeated
 */
export function readEnvironment(given: Variables): Environment {
  const read = variables.safeParse(given)
  const wrong = new Map(read.error?.issues.map(({ path, message }) => [String(path[0]), message]))
  const isSet = (name: string) => !wrong.has(name) && Boolean(given[name]?.trim())
  const { gateways, problems: ofGateways } = readGateways(given)
  const problems = [
    ...[...wrong].map((each) => each.join(' ')),
    ...togetherProblems(isSet),
    ...ofGateways,
    ...misspelt(given),
  ]
  if (!read.success || problems.length > 0) throw new EnvironmentError(problems.join('\n'))
  return environmentOf(read.data, gateways)
}
