/*
 * The terms of a deal. Each file beside this one is one term: its fields, which of a reward's (or profile's) flat fields
 * hold what it says, how the two turn into each other, and beside which other terms it cannot stand. The rules that pay
 * still read the flat fields.
 */

/** A record in flat fields, as the API carries it. */
export type FlatFields = Readonly<Record<string, unknown>>
/** What a term says, without type and key. */
export type Said = Readonly<Record<string, unknown>>
/** A term as it stands in a deal. */
export type DealTerm = Said & { readonly type: string }

/** Why a term does not fit. */
export interface TermProblem {
  /** The place in the list of terms, such as `3.amount`. */
  readonly path: string
  readonly code: 'required' | 'duplicate_items' | 'not_applicable' | 'invalid_choice' | 'cannot_stand_beside'
  readonly values?: Readonly<Record<string, string | number>>
}

/** Whether two terms exclude each other. */
type Exclusion<Own> = (own: Own, other: Said) => boolean

/** What a term file says. */
export interface Term {
  /** Fields in the declaration language, as plain data. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Most of them in one deal. */
  readonly most: number
  /** The flat fields that hold it. */
  readonly holds: readonly string[]
  /** Words that say its plain case, and stay beside it. */
  readonly short?: readonly string[]
  /** The terms of this kind that a record's words come to, in order. */
  readonly read: (flat: FlatFields) => readonly Said[]
  /** Puts the term into words. */
  readonly write: (term: Said, draft: TermDraft) => void
  /** Takes it out of a record's words that stay where no term of this kind is said. */
  readonly clear?: (draft: TermDraft) => void
  /** Other terms beside which it cannot stand. */
  readonly excludes?: Readonly<Record<string, Exclusion<Said>>>
}

/** Is anything said? */
export const isSaid = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/** The rows of a list field. */
export const rowsOf = (value: unknown): readonly Said[] => (Array.isArray(value) ? (value as Said[]) : [])

/** Older words that terms come to, with the place in the terms where each of them is said. */
export class TermDraft {
  readonly values: Record<string, unknown> = {}
  readonly places = new Map<string, string>()
  readonly problems: TermProblem[] = []
  /** What the record is beside the terms, and was. */
  readonly record: FlatFields
  #index = 0

  constructor(record: FlatFields) {
    this.record = record
  }

  /** What follows is said by the term at this place. */
  at(index: number): void {
    this.#index = index
  }

  /** One word, which one term says; or several, all the same (`isShared`). */
  set(word: string, value: unknown, path: string, { isShared = false } = {}): void {
    const former = this.values[word]
    const isSame = !isSaid(former) || !isSaid(value) || former === value
    if (this.places.has(word) && !(isShared && isSame)) this.refuse(path, 'duplicate_items')
    if (!this.places.has(word) || isSaid(value)) this.places.set(word, `${this.#index}.${path}`)
    if (isSaid(value)) this.values[word] = value
  }

  /** One row of a list word. @param paths where its items stand, those that are called otherwise in the term */
  push(word: string, row: Said, paths: Readonly<Record<string, string>> = {}, base = ''): void {
    const rows = rowsOf(this.values[word])
    const at = `${word}.${rows.length}`
    this.values[word] = [...rows, row]
    if (rows.length === 0) this.places.set(word, `${this.#index}.type`)
    this.places.set(at, [this.#index, ...(base === '' ? [] : [base])].join('.'))
    for (const [item, path] of Object.entries(paths)) this.places.set(`${at}.${item}`, `${this.#index}.${path}`)
  }

  /** Says that the term does not fit. */
  refuse(path: string, code: TermProblem['code'], values?: TermProblem['values']): void {
    this.problems.push({ path: `${this.#index}.${path}`, code, ...(values ? { values } : {}) })
  }
}

/**
 * A term that stands once, each field in a word of its own.
 * @param words field of the term -> word
 */
export function ofWords(words: Readonly<Record<string, string>>): Pick<Term, 'most' | 'holds' | 'read' | 'write'> {
  const pairs = Object.entries(words)
  return {
    most: 1,
    holds: pairs.map(([, word]) => word),
    read: (flat) => {
      const said = pairs.filter(([, word]) => isSaid(flat[word]))
      return said.length === 0 ? [] : [Object.fromEntries(said.map(([name, word]) => [name, flat[word]]))]
    },
    write: (term, draft) => {
      for (const [name, word] of pairs) draft.set(word, term[name], name)
    },
  }
}

/** A term for each row of a word, with the row's items as its fields. */
export function ofRows(word: string, most: number): Pick<Term, 'most' | 'holds' | 'read' | 'write'> {
  return {
    most,
    holds: [word],
    read: (flat) => rowsOf(flat[word]),
    write: ({ type: _, key: __, ...row }, draft) => draft.push(word, row),
  }
}
