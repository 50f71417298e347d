import simpleRestProvider from 'ra-data-simple-rest'
import {
  type DataProvider,
  type GetListParams,
  type GetManyParams,
  HttpError,
  type Identifier,
  type RaRecord,
} from 'react-admin'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { MessageValues } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { isSuccess } from '#engine/auth/ui/session/apiCallError.ts'

/** Sends a request with the session's credential; the path begins with `/`. */
export type SendRequest = (path: string, init: RequestInit) => Promise<Response>

/** What became of each record of a bulk action. */
export interface BulkOutcome {
  readonly changed: readonly Identifier[]
  readonly refused: readonly { readonly id: Identifier; readonly code: ErrorCode; readonly values?: MessageValues }[]
}

/** What an error of the API carries, with `errors` translatable for the form. */
export interface ErrorAnswer extends AnyRecord {
  readonly code?: ErrorCode
  readonly message?: string
  readonly values?: MessageValues
  readonly errors?: AnyRecord
  readonly details?: Readonly<Record<string, readonly { readonly code: string; readonly values?: MessageValues }[]>>
}

/** react-admin's interface, and what the product has besides. */
export interface BackOfficeDataProvider extends DataProvider {
  /**
   * Runs an action of a resource: on one record (`id`) or several (`ids`); the rest is what the action takes. An empty
   * path is the resource itself.
   */
  runAction: (request: {
    resource: string
    path: string
    id?: Identifier
    input: AnyRecord
    headers?: Record<string, string>
  }) => Promise<AnyRecord>
  /** What `runAction` would answer: the server does it and takes it back (`…/preview`). */
  tryAction: (request: { resource: string; path: string; input: AnyRecord }) => Promise<AnyRecord>
  /** Removes records one after the other and says of each what became of it. */
  removeEach: (request: { resource: string; ids: readonly Identifier[] }) => Promise<BulkOutcome>
  /** Any other reading call of the API. */
  read: <Answer>(path: string, signal?: AbortSignal) => Promise<Answer>
  /**
   * Any other call of the API as `fetch` takes it, such as a file sent as it is; also the answer's headers, such as the
   * total of a list.
   */
  callApi: <Answer>(
    path: string,
    init?: RequestInit,
  ) => Promise<{ readonly json: Answer; readonly body: string; readonly headers: Headers }>
  /** A file, while it comes. @throws HttpError as every other call. */
  download: (
    path: string,
    signal: AbortSignal,
  ) => Promise<{ readonly body: ReadableStream<Uint8Array>; readonly headers: Headers }>
}

const idsPerRequest = 200

/** react-admin's forms and notices translate a message of this shape, with its values. */
export function translatable(code: string, values: MessageValues = {}): string {
  return `@@react-admin@@${JSON.stringify({ message: `errors.${code}`, args: values })}`
}

/**
 * `details` by code becomes `errors` in the shape of react-admin, each translatable; the first problem of a field
 * stands for it.
 */
function translatableErrors(details: Record<string, readonly { code: string; values?: MessageValues }[]>): AnyRecord {
  return Object.fromEntries(
    Object.entries(details).map(([field, [first]]) => {
      const message = first ? translatable(first.code, first.values) : ''
      return [field, field === 'root' ? { serverError: message } : message]
    }),
  )
}

/** The error of an answer that is no success. Its message is a label key, so that notices translate it. */
export function toHttpError(status: number, body: AnyRecord): HttpError {
  const code = typeof body['code'] === 'string' ? body['code'] : 'internal_error'
  const details = body['details'] as Parameters<typeof translatableErrors>[0] | undefined
  return new HttpError(`errors.${code}`, status, {
    ...body,
    ...(details ? { errors: translatableErrors(details) } : {}),
  })
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const isRecord = (value: unknown): value is AnyRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The shape ra-data-simple-rest expects of a client, over the session's way to send. */
function httpClientOver(send: SendRequest) {
  return async (path: string, options: RequestInit = {}) => {
    const response = await send(path, options)
    const body = await response.text()
    const json = parseJson(body)
    if (!isSuccess(response)) throw toHttpError(response.status, isRecord(json) ? json : {})
    return { status: response.status, headers: response.headers, body, json: json as never }
  }
}

/** A file while it comes; only a refusal is read whole. */
async function download(send: SendRequest, path: string, signal: AbortSignal) {
  const response = await send(path, { signal })
  if (isSuccess(response) && response.body) return { body: response.body, headers: response.headers }
  const json = parseJson(await response.text())
  throw toHttpError(response.status, isRecord(json) ? json : {})
}

/**
 * `{brand: 3, id: [1, 2]}` as the options endpoint reads it: `brand=3&id=1&id=2`; with no filter an empty search, since
 * a query of nothing is a list.
 */
function optionsQuery(filter: AnyRecord): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && each !== undefined && each !== '') query.append(name, String(each))
    }
  }
  return query.size === 0 ? 'q=' : query.toString()
}

function inSlices<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/**
 * The published ra-data-simple-rest client over the session's requests, unchanged in what it asks of the API, and
 * beside it:
 * options (`meta.options`: names only, for whoever may not list the records), actions, removal with an outcome for each
 * record.
 * @param send the session's fetch; it adds the credential and renews it.
 */
export function createDataProvider(send: SendRequest): BackOfficeDataProvider {
  const httpClient = httpClientOver(send)
  const rest = simpleRestProvider('/api', httpClient)
  const readOptions = async (resource: string, filter: AnyRecord, signal?: AbortSignal): Promise<RaRecord[]> =>
    (await httpClient(`/api/${resource}?${optionsQuery(filter)}`, { signal })).json

  return {
    ...rest,
    getList: async (resource: string, params: GetListParams & { signal?: AbortSignal }) => {
      if (!params.meta?.options) return rest.getList(resource, params)
      const data = await readOptions(resource, params.filter, params.signal)
      return { data: data as never[], total: data.length }
    },
    getMany: async (resource: string, params: GetManyParams & { signal?: AbortSignal }) => {
      if (!params.meta?.options) return rest.getMany(resource, params)
      const slices = await Promise.all(
        inSlices(params.ids, idsPerRequest).map((id) => readOptions(resource, { id }, params.signal)),
      )
      return { data: slices.flat() as never[] }
    },
    runAction: async ({ resource, path, id, input, headers }) => {
      const target = [
        '/api',
        resource,
        ...(id === undefined ? [] : [encodeURIComponent(id)]),
        ...(path === '' ? [] : [path]),
      ].join('/')
      return (await httpClient(target, { method: 'POST', body: JSON.stringify(input), headers: new Headers(headers) }))
        .json
    },
    tryAction: async ({ resource, path, input }) =>
      (await httpClient(`/api/${resource}/${path}/preview`, { method: 'POST', body: JSON.stringify(input) })).json,
    removeEach: ({ resource, ids }) =>
      runEach(ids, async (id) => {
        await rest.delete(resource, { id })
      }),
    read: async (path, signal) => (await httpClient(path, { signal })).json,
    callApi: (path, init) => httpClient(path, init),
    download: (path, signal) => download(send, path, signal),
  } as BackOfficeDataProvider
}

/** Does something with records one after the other, each by itself, and says of each what became of it. */
export async function runEach(
  ids: readonly Identifier[],
  act: (id: Identifier) => Promise<unknown>,
): Promise<BulkOutcome> {
  const changed: Identifier[] = []
  const refused: BulkOutcome['refused'][number][] = []
  for (const id of ids) {
    try {
      await act(id)
      changed.push(id)
    } catch (error) {
      const { code, values } = errorAnswer(error)
      // A broken line is no refusal of a record: whoever asked must know that the rest was not tried.
      if (!code) throw error
      refused.push({ id, code, values })
    }
  }
  return { changed, refused }
}

/** What an error of the API says; nothing where the error is none of the API's. */
export function errorAnswer(error: unknown): ErrorAnswer {
  return error instanceof HttpError && isRecord(error.body) ? (error.body as ErrorAnswer) : {}
}
