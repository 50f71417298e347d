import { act, render, screen, waitFor } from '@testing-library/react'
import { NotificationContextProvider, useNotify } from 'react-admin'
import { beforeEach, expect, it, vi } from 'vitest'
import { SingleToast } from '#engine/ui/shell/OneNotice.tsx'

let notify: ReturnType<typeof useNotify>
function Notifier() {
  notify = useNotify()
  return null
}

beforeEach(() => {
  render(
    <NotificationContextProvider>
      <Notifier />
      <SingleToast />
    </NotificationContextProvider>,
  )
})

const shown = () =>
  [...screen.queryAllByRole('alert'), ...screen.queryAllByRole('status')].map(({ textContent }) => textContent)

it('shows one error at a time: a further one is skipped, also after the first was closed', async () => {
  act(() => notify('first error', { type: 'error' }))
  act(() => notify('second error', { type: 'error' }))
  expect(shown()).toEqual(['first error'])
  act(() => screen.getByRole('button').click())
  await waitFor(() => expect(shown()).toEqual([]))
})

it('lets what is no error wait for its turn', async () => {
  act(() => notify('an error', { type: 'error' }))
  act(() => notify('saved', { type: 'success' }))
  expect(shown()).toEqual(['an error'])
  act(() => screen.getByRole('button').click())
  await waitFor(() => expect(shown()).toEqual(['saved']))
})

it('says errors at once to whoever listens, and the rest politely', () => {
  act(() => notify('saved', { type: 'success' }))
  expect(screen.getByRole('status').textContent).toBe('saved')
})

it('takes back what it tells of, where that can be taken back', () => {
  const onUndo = vi.fn()
  act(() => notify('saved', { type: 'success', onUndo } as never))
  act(() => screen.getByRole('button', { name: 'ra.action.undo' }).click())
  expect(onUndo).toHaveBeenCalledOnce()
})
