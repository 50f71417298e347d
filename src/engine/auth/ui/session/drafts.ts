import type { SessionUser } from '../../answers/session.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'

/** What was typed into a form and not saved. */
export interface Draft {
  /** The fields that differ from what the form began with. Never a secret. */
  readonly values: AnyRecord
  /** Fields that differ as well and are not kept, because they are secrets: they have to be typed again. */
  readonly left: readonly string[]
  /** The record the change was typed over; null for a new one. */
  readonly opened: AnyRecord | null
}

/**
 * Keeps what stands in open forms when a session ends by itself, until the same person signs in again in this tab.
 * It is held in the page's memory alone: in no storage, in no other tab, and gone with the page, unless the person asks
 * to load the page anew.
 */
export interface Drafts {
  /** From now on the forms are this person's; what was kept of anybody else is forgotten. Null: nobody is signed in. */
  openFor(owner: string | null): void
  /**
   * Watches an open form.
   * @param form names it: `affiliate/4`, `affiliate/create`.
   * @param read what it holds now, null where nothing is unsaved. Returns how to end it.
   */
  watch(form: string, read: () => Draft | null): () => void
  /** The session ends: what the open forms hold is kept for their person. */
  keep(): void
  /**
   * The page is loaded anew on request: what the open forms hold is written where the next page finds it. Without
   * secrets, as all drafts; it is taken out at once, and signing out clears it.
   */
  carryOver(passing: Storage): void
  /** The page is being loaded anew with what was typed: nothing is lost by leaving it. */
  isCarriedOver(): boolean
  /** What was kept of a form of the person who is here; it is handed over once. */
  take(form: string): Draft | null
}

/** Whose drafts they are. A partner's session has the number of a partner, a user's that of a user. */
export const ownerOf = ({ affiliate, affiliateUser, email, partner, id }: SessionUser): string =>
  affiliate ? `affiliate/${affiliate}/${affiliateUser}` : email === null ? `partner/${partner}` : `user/${id}`

const carriedKey = 'drafts'

interface Carried {
  readonly owner: string
  readonly forms: readonly (readonly [string, Draft])[]
}

/** What the page before left, taken out of where it was. */
function takeCarried(passing: Storage | undefined): Carried | null {
  const text = passing?.getItem(carriedKey) ?? null
  passing?.removeItem(carriedKey)
  try {
    return text === null ? null : (JSON.parse(text) as Carried)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Makes a memory, empty but for what the page before carried over. @param passing where it did */
export function createDrafts(passing?: Storage): Drafts {
  const carried = takeCarried(passing)
  const kept = new Map<string, Draft>(carried?.forms)
  const open = new Map<string, () => Draft | null>()
  let owner: string | null = null
  let keptFor: string | null = carried?.owner ?? null
  let isCarriedOver = false
  const keep = () => {
    if (owner === null) return
    keptFor = owner
    for (const [form, read] of open) {
      const draft = read()
      if (draft) kept.set(form, draft)
    }
  }
  return {
    openFor(person) {
      owner = person
      if (person !== null && person !== keptFor) kept.clear()
    },
    watch(form, read) {
      open.set(form, read)
      return () => {
        if (open.get(form) === read) open.delete(form)
      }
    },
    keep,
    carryOver(to) {
      keep()
      isCarriedOver = true
      if (owner !== null && kept.size > 0)
        to.setItem(carriedKey, JSON.stringify({ owner, forms: [...kept] } satisfies Carried))
    },
    isCarriedOver: () => isCarriedOver,
    take(form) {
      const draft = owner !== null && owner === keptFor ? kept.get(form) : undefined
      if (draft) kept.delete(form)
      return draft ?? null
    },
  }
}
