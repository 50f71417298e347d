/** Why a call failed: the API's own error, or `network_error` (status 0) where no answer came. */
export class ApiCallError extends Error {
  override readonly name = 'ApiCallError'
  readonly status: number
  readonly code: string
  /** What the message names, such as the longest length allowed. */
  readonly values: Record<string, string | number> | undefined
  /** The whole answer: `errors` by field, `details` by field and code. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body['message'] === 'string' ? body['message'] : `HTTP ${status}`)
    this.status = status
    this.code = typeof body['code'] === 'string' ? body['code'] : 'internal_error'
    this.values = body['values'] as Record<string, string | number> | undefined
    this.body = body
  }
}

/** Only HTTP 200 counts as success (specification, section 7): no other status of the two hundreds does. */
export const isSuccess = ({ status }: Pick<Response, 'status'>) => status === 200

/** The error of a call that no answer came to. */
export const networkError = () => new ApiCallError(0, { code: 'network_error', message: 'Network error' })

/** The JSON of an answer; null where there is none. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? null : JSON.parse(text)
  } catch (error) {
    // A proxy's own error page, for instance: the status says enough.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** What a call answered. @throws ApiCallError for every status but 200. */
export async function answerOf<Answer>(response: Response): Promise<Answer> {
  const body = await readJson(response)
  if (isSuccess(response)) return body as Answer
  throw new ApiCallError(
    response.status,
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {},
  )
}
