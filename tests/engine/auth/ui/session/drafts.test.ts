import { describe, expect, it } from 'vitest'
import { createDrafts, type Draft, ownerOf } from '#engine/auth/ui/session/drafts.ts'
import { user } from '#tests/support/ui/browser.ts'

const draft: Draft = { values: { name: 'Half' }, left: [], opened: null }

/** A tab in which somebody typed into a form when the session ended. */
function endedFor(owner: string) {
  const drafts = createDrafts()
  drafts.openFor(owner)
  const unwatch = drafts.watch('affiliate/4', () => draft)
  drafts.keep()
  unwatch()
  return drafts
}

describe('what was typed when a session ended', () => {
  it('comes back to the same person, in the form it was typed into, once', () => {
    const drafts = endedFor('user/7')
    drafts.openFor('user/7')
    expect(drafts.take('affiliate/create')).toBeNull()
    expect(drafts.take('affiliate/4')).toEqual(draft)
    expect(drafts.take('affiliate/4')).toBeNull()
  })

  it('is never anybody else’s, and forgotten once somebody else is here', () => {
    const drafts = endedFor('user/7')
    drafts.openFor('user/8')
    expect(drafts.take('affiliate/4')).toBeNull()
    drafts.openFor('user/7')
    expect(drafts.take('affiliate/4')).toBeNull()
  })

  it('is shown to no visitor, but waits while public pages are looked at', () => {
    const drafts = endedFor('user/7')
    drafts.openFor(null)
    expect(drafts.take('affiliate/4')).toBeNull()
    drafts.openFor('user/7')
    expect(drafts.take('affiliate/4')).toEqual(draft)
  })

  it('is nothing where a form was closed or held nothing unsaved', () => {
    const drafts = createDrafts()
    drafts.openFor('user/7')
    drafts.watch('brand/1', () => draft)()
    drafts.watch('brand/2', () => null)
    drafts.keep()
    drafts.openFor('user/7')
    expect([drafts.take('brand/1'), drafts.take('brand/2')]).toEqual([null, null])
  })

  it('knows a partner’s session from a user of the same number', () => {
    expect(ownerOf({ ...user, id: 7, email: null, partner: 7 })).not.toBe(ownerOf({ ...user, id: 7 }))
  })
})
