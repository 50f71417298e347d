import { act, render, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { OfficeProvider, useOffice } from '#engine/ui/shell/OfficeContext.tsx'

let office: ReturnType<typeof useOffice>
function Reader() {
  office = useOffice()
  return null
}

/** An office whose savings are answered when the test says so. */
function open() {
  const done: string[] = []
  let answer = () => {}
  const savePreferences = vi.fn(
    ({ layout }: { layout?: { mode: string } }) =>
      new Promise<void>((resolve) => {
        answer = () => {
          done.push(`saved ${layout?.mode}`)
          resolve()
        }
      }),
  )
  const logout = vi.fn(() => {
    done.push('signed out')
  })
  render(
    <OfficeProvider
      user={{ name: 'Ana', company: null, root: false }}
      calls={{ savePreferences, logout, onTrouble: () => () => {} }}
    >
      <Reader />
    </OfficeProvider>,
  )
  return { done, savePreferences, answer: () => act(async () => answer()) }
}

it('a choice made just before signing out is saved first', async () => {
  const { done, savePreferences, answer } = open()
  act(() => office.choose({ mode: 'dark' }))
  act(() => office.logout())
  expect(savePreferences).toHaveBeenCalledOnce()
  expect(done).toEqual([])
  await answer()
  await waitFor(() => expect(done).toEqual(['saved dark', 'signed out']))
})

it('a choice that cannot be saved holds nobody back for long', async () => {
  const { done } = open()
  act(() => office.choose({ mode: 'dark' }))
  act(() => office.logout())
  await waitFor(() => expect(done).toEqual(['signed out']))
})

it('without a choice that waits one is signed out at once', () => {
  const { done, savePreferences } = open()
  act(() => office.logout())
  expect(done).toEqual(['signed out'])
  expect(savePreferences).not.toHaveBeenCalled()
})

it('a choice made just before the page is left is sent, once', async () => {
  const { savePreferences, answer } = open()
  act(() => office.choose({ mode: 'dark' }))
  act(() => office.choose({ layout: 'vertical' }))
  act(() => void window.dispatchEvent(new Event('pagehide')))
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await answer()
  expect(savePreferences.mock.calls).toMatchObject([[{ layout: { mode: 'dark', layout: 'vertical' } }]])
})
