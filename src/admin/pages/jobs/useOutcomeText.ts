import { useTranslate } from 'ra-core'
import { formatDay } from '../../fields/format.ts'
import { readSentence, type Sentences } from '../money/readSentence.ts'

/** What jobs say they did, in English, as the server keeps it. Problems that follow a semicolon stay as they are: they quote formulas and names. */
export const outcomeSentences: Sentences = [
  ['nothingMoved', /^Nothing moved since the last close$/], ['closedDays', /^Closed (?<from>\S+) to (?<to>\S+), (?<count>\d+) entries of affiliates(?<rest>.*)$/s], ['closed', /^Closed (?<from>\S+), (?<count>\d+) entries of affiliates(?<rest>.*)$/s],
  ['followed', /^Payments followed: (?<count>\d+)$/], ['paid', /^Payments made: (?<count>\d+)$/], ['partitions', /^Events have a place until (?<months>\d+) months from (?<from>\S+)$/],
  ['removed', /^Removed (?<sessions>\d+) sessions, (?<tries>\d+) counts of tries, (?<answers>\d+) answers, (?<runs>\d+) runs$/], ['firstStart', /^The first start; it runs from its next moment on$/],
  ['uploads', /^Feed files worked through: (?<count>\d+)$/], ['files', /^Files made: (?<made>\d+), not made: (?<failed>\d+)$/], ['failed', /^Failed; the server's log says why, at run (?<run>\d+)$/],
]

/** Says what came of a run in the reader's language. */
export function useOutcomeText(): (outcome: string) => string {
  const translate = useTranslate()
  return (outcome) => {
    const read = readSentence(outcomeSentences, outcome)
    if (!read) return outcome
    const { from, to, ...values } = read.values
    return translate(`moneyPages.jobs.outcomes.${read.name}`, { ...values, from: formatDay(from), to: formatDay(to) })
  }
}
