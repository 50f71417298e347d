import { ApiError } from '#engine/server/http/errors.ts'
import type { Translate } from '#engine/declaration/derive/report/labels.ts'
import type { ToolAnswer } from './tools/tool.ts'

/** Most characters of an answer: what a model reads at once without losing the thread. */
export const answerLengthMax = 60_000

/** Characters that are not seen and could hide a text in another. */
const unseen = /[\p{Cf}\p{Cc}]/gu
const cleaned = (_name: string, value: unknown) =>
  typeof value === 'string' ? value.replace(unseen, (each) => (each === '\n' || each === '\t' ? each : '')) : value

/** The longest list anywhere in a value. */
function longestList(value: unknown): unknown[] | null {
  if (typeof value !== 'object' || value === null) return null
  const below = Object.values(value).map(longestList)
  return [Array.isArray(value) ? value : null, ...below].reduce(
    (longest, each) => (each && each.length > (longest?.length ?? 1) ? each : longest),
    null,
  )
}

/**
 * An answer as text: first that it is data, then JSON. What is too long loses the ends of its longest lists, and says so.
 * @throws ApiError `invalid_request` where even that is too long
 */
export function answerText({ data, typedByPeople, url }: ToolAnswer, translate: Translate): string {
  const answer: Record<string, unknown> = {
    url,
    typedByPeople,
    ...(JSON.parse(JSON.stringify(data, cleaned)) as object),
  }
  let text = JSON.stringify(answer)
  while (text.length > answerLengthMax) {
    const list = longestList(answer)
    if (!list || list.length < 2)
      throw new ApiError('invalid_request', { values: { reason: translate('assistant.shortened') } })
    list.length = Math.floor(list.length / 2)
    text = JSON.stringify({ shortened: translate('assistant.shortened'), ...answer })
  }
  return `${translate('assistant.note')}\n${text}`
}
