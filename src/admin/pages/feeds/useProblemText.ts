import { useTranslate } from 'ra-core'
import { readSentence, type Sentences } from '../money/readSentence.ts'

/** Why a file as a whole cannot be read, in English, as the server keeps it. */
export const problemSentences: Sentences = [
  ['missingColumns', /^The first line names no column (?<columns>.*?)\. It must name/s], ['unknownColumns', /^The first line names (?<columns>.*?), which is no column of a feed\./s], ['columnTwice', /^The first line names the column (?<column>.*) twice\.$/s],
  ['empty', /^The file is empty\./], ['notUtf8', /^The file is not UTF-8\./], ['broken', /^The file is packed \(gzip\), but broken/], ['line', /^Line (?<line>\d+|\?) cannot be read: (?<reason>.*)$/s],
  ['noProfile', /^There is no reward profile "(?<name>.*?)"\./s], ['givenUp', /^The file could not be worked through\./],
]

/** Says it in the reader's language. */
export function useProblemText(): (problem: string) => string {
  const translate = useTranslate()
  return (problem) => {
    const read = readSentence(problemSentences, problem)
    return read ? translate(`moneyPages.feeds.problems.${read.name}`, read.values) : problem
  }
}
