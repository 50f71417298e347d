import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { UsageError } from '../../support/runCommand.ts'
import type { BackupStore } from './store.ts'

/*
 * The part of S3 that every compatible store has: list, put, put in parts, get, delete, each signed (SigV4) over its
 * content. A file put in parts appears when all of them are there, or not at all.
 */

type Variables = Readonly<Record<string, string | undefined>>

/** A part: the largest file has 10,000 of them, so 160 GB. */
const partBytes = 16 * 1_048_576
const answerLimitMs = 300_000
const triesMax = 6

/** The store refused, or could not be reached. */
class StoreError extends UsageError {}

function settingsOf(target: string, variables: Variables) {
  // Not by URL: it would escape what a folder is called.
  const [, bucket, folder = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(target) ?? []
  if (bucket === undefined) throw new UsageError(`${target} names no bucket. Write s3://bucket/folder.`)
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables
  if (!accessKeyId || !secretAccessKey)
    throw new UsageError(`For ${target} set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`)
  const region = variables['AWS_REGION'] || 'us-east-1'
  const endpoint = variables['BACKUP_S3_ENDPOINT'] || `https://s3.${region}.amazonaws.com`
  const isSafe = /^https:\/\/|^http:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$)/.test(endpoint)
  if (!isSafe || !URL.canParse(endpoint))
    throw new UsageError(`BACKUP_S3_ENDPOINT ${endpoint} cannot be used. Give an address that begins with https://.`)
  const prefix = folder.replace(/^\/+|\/+$/g, '')
  const sessionToken = variables['AWS_SESSION_TOKEN']
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken ? { sessionToken } : {}),
    region,
    service: 's3',
    retries: 0,
  })
  return { client, base: `${endpoint.replace(/\/+$/, '')}/${bucket}`, prefix: prefix === '' ? '' : `${prefix}/` }
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const unescaped = (text: string) =>
  text.replace(/&(?:#(\d+)|(lt|gt|quot|apos|amp));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? entities[name]! : String.fromCodePoint(Number(code)),
  )
const valuesOf = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, value]) => unescaped(value!))

interface Call {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

/** Waits a little longer each time: half a second, one, two, ... */
const waitMs = (attempt: number) => 250 * 2 ** attempt

function caller(target: string, variables: Variables) {
  const { client, base, prefix } = settingsOf(target, variables)
  const escaped = (key: string) => key.split('/').map(encodeURIComponent).join('/')
  const once = async ({ method, key, query = {}, body }: Call): Promise<Response> => {
    const url = new URL(key === undefined ? `${base}/` : `${base}/${escaped(prefix + key)}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    // The content is signed as well: what is changed on the way is refused.
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const headers = { 'x-amz-content-sha256': digest }
    const signal = AbortSignal.timeout(answerLimitMs)
    return client.fetch(url.href, {
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body: body as BodyInit }),
    })
  }
  const call = async (asked: Call): Promise<Response> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(asked).catch((error: unknown) => error as Error)
      const isError = answer instanceof Error
      if (!isError && answer.ok) return answer
      const said = isError ? String(answer.cause ?? answer.message) : `${answer.status} ${await answer.text()}`
      const isPassing = isError || answer.status >= 500 || answer.status === 429
      if (!isPassing || attempt === triesMax) {
        const [code = said.slice(0, 200)] = valuesOf(said, 'Code')
        const [message = ''] = valuesOf(said, 'Message')
        throw new StoreError(`${target} (${new URL(base).host}) refused ${asked.method}: ${code} ${message}`.trim())
      }
      await pause(waitMs(attempt))
    }
  }
  return { call, prefix }
}

/** Cuts what comes into parts of one size, the last one smaller. */
async function* partsOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [pieces, size] = [[] as Buffer[], 0]
  for await (const piece of content) {
    pieces.push(piece)
    size += piece.length
    while (size >= partBytes) {
      const whole = Buffer.concat(pieces)
      yield whole.subarray(0, partBytes)
      ;[pieces, size] = [[whole.subarray(partBytes)], size - partBytes]
    }
  }
  yield Buffer.concat(pieces)
}

type CallStore = ReturnType<typeof caller>['call']

/** Puts a file that has more than one part. */
async function putParts(call: CallStore, key: string, parts: AsyncIterable<Buffer>): Promise<number> {
  const begun = await (await call({ method: 'POST', key, query: { uploads: '' } })).text()
  const [uploadId] = valuesOf(begun, 'UploadId')
  if (!uploadId) throw new StoreError('The store began no upload in parts.')
  const query = { uploadId }
  try {
    let bytes = 0
    const tags: string[] = []
    for await (const body of parts) {
      const partNumber = String(tags.length + 1)
      const { headers } = await call({ method: 'PUT', key, query: { partNumber, uploadId }, body })
      tags.push(headers.get('etag') ?? '')
      bytes += body.length
    }
    const list = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`
    // It may answer 200 first and think better of it afterwards.
    const answer = await (await call({ method: 'POST', key, query, body })).text()
    if (answer.includes('<Error>')) throw new StoreError(`The store did not put the parts together: ${answer}`)
    return bytes
  } catch (error) {
    await call({ method: 'DELETE', key, query }).catch(() => {})
    throw error
  }
}

async function* chained<Item>(first: Item, second: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield first
  yield second
  yield* rest
}

/**
 * A bucket of an S3-compatible store, or a folder in it. `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION` and
 * `BACKUP_S3_ENDPOINT` say where and as whom.
 */
export function s3Store(target: string, variables: Variables): BackupStore {
  const { call, prefix } = caller(target, variables)
  const root = target.replace(/\/+$/, '')
  return {
    pathOf: (name) => `${root}/${name}`,
    async list() {
      const names: string[] = []
      for (let token: string | undefined; ;) {
        const query = { 'list-type': '2', prefix, ...(token === undefined ? {} : { 'continuation-token': token }) }
        const xml = await (await call({ method: 'GET', query })).text()
        names.push(...valuesOf(xml, 'Key').map((key) => key.slice(prefix.length)))
        ;[token] = valuesOf(xml, 'NextContinuationToken')
        if (token === undefined) return names
      }
    },
    async write(name, content) {
      const parts = partsOf(content)
      const first = (await parts.next()).value as Buffer
      const second = await parts.next()
      if (!second.done) return putParts(call, name, chained(first, second.value, parts))
      await call({ method: 'PUT', key: name, body: first })
      return first.length
    },
    async *read(name) {
      const { body } = await call({ method: 'GET', key: name })
      for await (const piece of body ?? []) yield Buffer.from(piece as Uint8Array)
    },
    remove: async (name) => void (await call({ method: 'DELETE', key: name })),
  }
}
