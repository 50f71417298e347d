/** Who is mentioned in a text, and who could be while it is typed. Pure, so that it can be tested without a page. */
import { foldText } from '#engine/values/foldText.ts'
import type { Colleague } from '../answers/notes.ts'

const suggestedMax = 6

/** The colleagues whose name stands in a text behind an `@`. */
export function mentionedIn(text: string, colleagues: readonly Colleague[]): Colleague[] {
  return colleagues.filter(({ name }) => text.includes(`@${name}`))
}

/** What is typed of a name behind the last `@` before the caret; null where none is being typed. */
export function typedName(text: string, caret: number): string | null {
  return /(?:^|\s)@([^\s@]{0,40})$/u.exec(text.slice(0, caret))?.[1] ?? null
}

/** The colleagues whose name, or a word of it, begins with what is typed. */
export function suggested(typed: string, colleagues: readonly Colleague[]): Colleague[] {
  const sought = foldText(typed)
  const fits = ({ name }: Colleague) => [name, ...name.split(/\s+/)].some((word) => foldText(word).startsWith(sought))
  return colleagues.filter(fits).slice(0, suggestedMax)
}

/** The text with the whole name in place of what is typed of it, and where the caret stands then. */
export function withName(text: string, caret: number, { name }: Colleague): { text: string; caret: number } {
  const start = text.slice(0, caret).lastIndexOf('@')
  const head = `${text.slice(0, start)}@${name} `
  return { text: head + text.slice(caret), caret: head.length }
}

/** A text in parts, those that are mentions marked. */
export function partsOf(text: string, mentions: readonly Colleague[]): { text: string; isMention: boolean }[] {
  const names = mentions.map(({ name }) => `@${name}`).toSorted((one, other) => other.length - one.length)
  if (names.length === 0) return [{ text, isMention: false }]
  const pattern = new RegExp(`(${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'u')
  return text
    .split(pattern)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, isMention: names.includes(part) }))
}
