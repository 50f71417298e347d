import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a store of objects in a test knows and does; the part of S3 that every compatible one has. */
export interface ObjectStore {
  readonly endpoint: string
  /** Everything in the bucket, by key. */
  readonly objects: Map<string, Buffer>
  /** Uploads in parts that were begun and neither ended nor given up. */
  readonly uploads: Map<string, Map<number, Buffer>>
  /** What it was asked, in order. */
  readonly asked: string[]
  /** Answers the next requests with these statuses instead; 0 ends the connection. */
  readonly failures: number[]
  close(): Promise<void>
}

/** Who may ask. */
export const storeKeys = { id: 'AKIDTEST', secret: 'a secret of the store', region: 'sa-east-1' } as const
const pageSize = 2

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const strictly = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The signature as AWS describes it (Signature Version 4), reckoned from the request alone. */
function signatureOf(request: IncomingMessage, signedHeaders: string, scope: string): string {
  const url = new URL(request.url!, 'http://store')
  const query = [...url.searchParams]
    .map(([name, value]) => `${strictly(name)}=${strictly(value)}`)
    .toSorted()
    .join('&')
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers.join(''),
    signedHeaders,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const [date, region, service] = scope.split('/') as [string, string, string]
  const key = ['aws4_request'].reduce(hmac, hmac(hmac(hmac(`AWS4${storeKeys.secret}`, date), region), service))
  return hmac(key, ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')).toString(
    'hex',
  )
}

function refusalOf(request: IncomingMessage, body: Buffer): string | null {
  const [, id, scope, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  if (id !== storeKeys.id) return 'InvalidAccessKeyId'
  if (!scope!.endsWith(`/${storeKeys.region}/s3/aws4_request`)) return 'AuthorizationHeaderMalformed'
  if (signature !== signatureOf(request, signed!, scope!)) return 'SignatureDoesNotMatch'
  return sha256(body) === request.headers['x-amz-content-sha256'] ? null : 'XAmzContentSHA256Mismatch'
}

const escapedXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** A store with one bucket on this machine, which looks at every signature. */
export async function openObjectStore(bucket = 'backups'): Promise<ObjectStore> {
  const [objects, uploads] = [new Map<string, Buffer>(), new Map<string, Map<number, Buffer>>()]
  const [asked, failures] = [[] as string[], [] as number[]]

  function list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()
    const from = Number(query.get('continuation-token') ?? 0)
    const next =
      from + pageSize < keys.length ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : ''
    const contents = keys
      .slice(from, from + pageSize)
      .map((key) => `<Contents><Key>${escapedXml(key)}</Key></Contents>`)
    return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
  }

  function end(key: string, uploadId: string, body: Buffer): string {
    const parts = uploads.get(uploadId)!
    const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"?([0-9a-f]+)"?<\/ETag>/g)]
    const isWhole = listed.every(([, number, tag]) => sha256(parts.get(Number(number))!) === tag)
    if (!isWhole || listed.length !== parts.size) return '<Error><Code>InvalidPart</Code></Error>'
    objects.set(key, Buffer.concat(listed.map(([, number]) => parts.get(Number(number))!)))
    uploads.delete(uploadId)
    return '<CompleteMultipartUploadResult/>'
  }

  function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const url = new URL(request.url!, 'http://store')
    const key = decodeURIComponent(url.pathname).slice(bucket.length + 2)
    const { searchParams: query } = url
    const uploadId = query.get('uploadId')
    const send = (status: number, content: Buffer | string = '') => void response.writeHead(status).end(content)
    const refusal = refusalOf(request, body)
    if (refusal) return send(403, `<Error><Code>${refusal}</Code><Message>No.</Message></Error>`)
    if (request.method === 'GET' && key === '') return send(200, list(query))
    if (request.method === 'GET') {
      const found = objects.get(key)
      return found ? send(200, found) : send(404, '<Error><Code>NoSuchKey</Code></Error>')
    }
    if (request.method === 'POST' && query.has('uploads')) {
      const made = `upload-${uploads.size + 1}`
      uploads.set(made, new Map())
      return send(200, `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (request.method === 'POST') return send(200, end(key, uploadId!, body))
    if (request.method === 'PUT') {
      if (uploadId) uploads.get(uploadId)!.set(Number(query.get('partNumber')), body)
      else objects.set(key, body)
      response.setHeader('etag', `"${sha256(body)}"`)
      return send(200)
    }
    if (uploadId) uploads.delete(uploadId)
    else objects.delete(key)
    send(204)
  }

  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      asked.push(`${request.method} ${decodeURIComponent(request.url!)}`)
      const failure = failures.shift()
      if (failure === 0) return void request.socket.destroy()
      if (failure !== undefined) return void response.writeHead(failure).end('<Error><Code>Failed</Code></Error>')
      answer(request, body, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { endpoint, objects, uploads, asked, failures, close }
}
