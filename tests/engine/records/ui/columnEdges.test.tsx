import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConfiguredList } from '#engine/records/ui/list/ConfiguredList.tsx'
import { KeeperProvider } from '#engine/records/ui/list/preferences/keptLists.ts'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const headWidth = 150

/** A list whose heads are 150 px wide, and what is kept of it. */
async function showList() {
  const keep = vi.fn(async () => undefined)
  stage({
    actor: actorWith(['campaign']),
    resources: { parcel },
    pages: {
      list: (
        <KeeperProvider value={keep}>
          <ConfiguredList />
        </KeeperProvider>
      ),
    },
    at: '/parcel',
    dataProvider: { getList: async () => ({ data: [{ id: 1, name: 'Box', size: 'large' }], total: 1 }) },
  })
  const head = (await screen.findByText('size')).closest('th')!
  fireEvent.pointerMove(head, { clientX: headWidth - 2 })
  // What listens is loaded at the first move of a mouse.
  await waitFor(() => {
    fireEvent.pointerMove(head, { clientX: headWidth - 2 })
    expect(head.style.cursor).toBe('col-resize')
  })
  return { keep, head }
}

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, headWidth, 40))
})
afterEach(() => vi.restoreAllMocks())

describe('the edge of a column', () => {
  test('is drawn to another width, which is kept with the person once it is let go, and sorts nothing', async () => {
    const { keep, head } = await showList()
    const sorted = head.getAttribute('aria-sort')
    fireEvent.pointerDown(head, { clientX: headWidth - 1, button: 0 })
    fireEvent.pointerMove(window, { clientX: headWidth + 69 })
    expect(head.style.width).toBe('220px')
    expect(keep).not.toHaveBeenCalled()
    fireEvent.pointerUp(window)
    fireEvent.click(head, { clientX: headWidth - 1 })
    await waitFor(() => expect(keep).toHaveBeenCalledWith({ parcel: { widths: { size: 220 } } }))
    expect(head.getAttribute('aria-sort')).toBe(sorted)
  })

  test('is let go by Esc as it was, and no column is made too narrow to be found again', async () => {
    const { keep, head } = await showList()
    fireEvent.pointerDown(head, { clientX: headWidth - 1, button: 0 })
    fireEvent.pointerMove(window, { clientX: headWidth + 69 })
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(window)
    expect([head.style.width, keep.mock.calls.length]).toEqual(['', 0])
    fireEvent.pointerDown(head, { clientX: headWidth - 1, button: 0 })
    fireEvent.pointerMove(window, { clientX: -500 })
    fireEvent.pointerUp(window)
    await waitFor(() => expect(keep).toHaveBeenCalledWith({ parcel: { widths: { size: 60 } } }))
  })

  test('is as wide as it needs after a double click', async () => {
    const { keep, head } = await showList()
    fireEvent.pointerDown(head, { clientX: headWidth - 1, button: 0 })
    fireEvent.pointerMove(window, { clientX: headWidth + 10 })
    fireEvent.pointerUp(window)
    await waitFor(() => expect(keep).toHaveBeenCalledTimes(1))
    fireEvent.doubleClick(head, { clientX: headWidth - 1 })
    await waitFor(() => expect(keep).toHaveBeenLastCalledWith({ parcel: { widths: null } }))
  })
})
