import { useTranslate } from 'ra-core'
import { readSentence, type Sentences } from './readSentence.ts'

/** What is recorded of payment attempts, in English, as the log keeps it; the gateway's own words inside stay as they came. */
export const attemptSentences: Sentences = [
  ['sentAgain', /^Sent to the gateway again \(try (?<tries>\d+)\)$/], ['sent', /^Sent to the gateway$/], ['accepted', /^Accepted by the gateway; its outcome follows$/], ['settled', /^Settled$/], ['byHand', /^Paid by hand$/],
  ['returned', /^Returned: (?<reason>.*)$/s], ['refusedForNow', /^Refused for now: (?<reason>.*) \(try (?<tries>\d+)\)$/s], ['refusedAfter', /^Refused, after (?<tries>\d+) tries: (?<reason>.*)$/s],
  ['refused', /^Refused: (?<reason>.*)$/s], ['unknown', /^Outcome unknown: (?<reason>.*)$/s], ['absent', /^The gateway never received it; it is sent again$/],
]

/** Says what was tried to pay, or what came of it, in the reader's language. */
export function useAttemptText(): (message: string) => string {
  const translate = useTranslate()
  return (message) => {
    const read = readSentence(attemptSentences, message)
    return read ? translate(`moneyPages.attempts.${read.name}`, read.values) : message
  }
}
