import { type ErrorCode, errorCatalogue, isAboutShape } from '#engine/declaration/errorCatalogue.ts'
import type { MessageValues, Problem } from '#engine/declaration/problems.ts'

/** Where an error message names something, for instance the longest length allowed. */
function fillIn(message: string, values: MessageValues = {}): string {
  return message.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** The English message of a code, with its values filled in. */
export function messageOf(code: ErrorCode, values?: MessageValues): string {
  return fillIn(errorCatalogue[code][1], values)
}

/**
 * What an error answers: `errors` in react-admin's shape, `details` the same by code, so that pages can translate it.
 */
export interface ErrorBody {
  code: ErrorCode
  message: string
  values?: MessageValues
  errors?: Record<string, string | { serverError: string }>
  details?: Record<string, { code: ErrorCode; values?: MessageValues }[]>
}

/** An error that a client caused or can act on. Everything thrown on purpose in the API is one of these. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly values: MessageValues | undefined
  readonly problems: readonly Problem[]
  /** More for the answer's body, such as what changed in the meantime. */
  readonly extra: Record<string, unknown>

  constructor(
    code: ErrorCode,
    given: { values?: MessageValues; problems?: readonly Problem[]; extra?: Record<string, unknown> } = {},
  ) {
    super(messageOf(code, given.values))
    this.code = code
    this.status = errorCatalogue[code][0]
    this.values = given.values
    this.problems = given.problems ?? []
    this.extra = given.extra ?? {}
  }

  /** The same error with its problems somewhere else. */
  placed(place: (problem: Problem) => Problem): ApiError {
    const { code, values, extra } = this
    return new ApiError(code, { ...(values ? { values } : {}), problems: this.problems.map(place), extra })
  }

  /** The body of the answer. */
  body(): ErrorBody & Record<string, unknown> {
    const body: ErrorBody = { code: this.code, message: this.message }
    if (this.values) body.values = this.values
    if (this.problems.length > 0) {
      // Field names come from whoever sent them: `constructor` and `__proto__` are names like any other here.
      body.errors = Object.create(null) as NonNullable<ErrorBody['errors']>
      body.details = Object.create(null) as NonNullable<ErrorBody['details']>
      for (const { field, code, values } of this.problems) {
        const message = messageOf(code, values)
        if (field === 'root') body.errors.root = { serverError: message }
        else body.errors[field] ??= message
        ;(body.details[field] ??= []).push(values ? { code, values } : { code })
      }
    }
    return { ...body, ...this.extra }
  }
}

/**
 * The error of one or more problems: the status and code of the first, where it is a business rule; `validation_failed`
 * where it is the shape of a field.
 */
export function validationError(problems: readonly Problem[]): ApiError {
  const first = problems[0]
  return !first || isAboutShape(first.code)
    ? new ApiError('validation_failed', { problems })
    : new ApiError(first.code, { values: first.values, problems })
}
