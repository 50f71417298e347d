/** What people write about records, and what waits for somebody; moments are ISO 8601, days are business days. */
import type { Day } from '#engine/values/calendar.ts'

/** Somebody who can be mentioned and asked to do something. */
export interface Colleague {
  readonly id: number
  readonly name: string
}

/** Something to be done, of a note that says what. */
export interface NoteTask {
  readonly for: number | null
  readonly name: string
  readonly due: Day | null
  readonly doneAt: string | null
  readonly doneBy: string | null
}

/** A note on a record. */
export interface Note {
  readonly id: number
  readonly text: string
  /** To whom it is shared with, the company is its author, unless its declaration says otherwise. */
  readonly author: string
  readonly at: string
  /** Whether the reader may take it away: whoever wrote it, and root. */
  readonly isOwn: boolean
  readonly mentions: readonly Colleague[]
  readonly files: readonly { readonly id: number; readonly name: string }[]
  readonly task: NoteTask | null
  /** Whether whom the record belongs to reads it; all others are among colleagues. */
  readonly shared: boolean
  /** Of what was asked by whom the record belongs to: when it was answered, null while it waits. */
  readonly question: { readonly answeredAt: string | null } | null
}

/** What `GET /api/{resource}/{id}/note` answers: the newest first. */
export interface NotesAnswer {
  readonly notes: readonly Note[]
  readonly colleagues: readonly Colleague[]
  /** Who reads what is shared; null where nobody can. */
  readonly sharedWith: string | null
}

/** What somebody in a session of their own asked about a record or was told, and what was said last. */
export interface QuestionThread {
  readonly object: string
  readonly record: number
  readonly name: string
  readonly text: string
  readonly at: string
  /** Whether they wrote that, and whether it waits for an answer. */
  readonly isAsked: boolean
  readonly isOpen: boolean
  /** Whether something was answered that they have not seen. */
  readonly isNew: boolean
}

/** What `GET /api/portal/questions` answers: what was said last first. */
export interface QuestionsAnswer {
  readonly unseen: number
  readonly threads: readonly QuestionThread[]
}

/**
 * What waits for somebody: a note that mentions them, something they are to do, a payment or entry to approve, a question
 * of whom a record belongs to.
 */
export const waitingKinds = ['mention', 'task', 'approval', 'question'] as const

/** One thing that waits for the reader. */
export interface Notification {
  readonly kind: (typeof waitingKinds)[number]
  /** The record it is about, by the name of its resource and as people know it. */
  readonly object: string
  readonly record: number
  readonly name: string
  /** The note, where it is one. */
  readonly note?: number
  readonly text?: string
  /** Who wrote it, or asks. */
  readonly by: string | null
  readonly at: string
  readonly due?: Day | null
  readonly value?: number
  readonly currency?: string
}

/** What `GET /api/me/waiting` answers: the oldest first, and how many of each kind there are. */
export interface WaitingAnswer {
  readonly counts: Readonly<Record<(typeof waitingKinds)[number], number>>
  readonly items: readonly Notification[]
}
