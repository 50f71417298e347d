import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { useRestoredFocus } from '#engine/ui/shell/useKeptFocus.ts'

// The document of the tests draws nothing.
beforeAll(() => {
  Element.prototype.checkVisibility ??= () => true
})

function Page() {
  const [isBusy, setIsBusy] = useState(false)
  const [isGone, setIsGone] = useState(false)
  useRestoredFocus()
  return (
    <main>
      <h1>Payments</h1>
      <button>Filter</button>
      <button disabled={isBusy} onClick={() => setIsBusy(true)}>
        Send
      </button>
      <button onClick={() => setIsBusy(false)}>Answer</button>
      {!isGone && <button onClick={() => setIsGone(true)}>Choose none</button>}
    </main>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

/** Presses as a key does; a browser takes the focus from what is disabled. */
function press(name: string): void {
  const pressed = button(name) as HTMLButtonElement
  pressed.focus()
  fireEvent.keyDown(pressed, { key: 'Enter' })
  fireEvent.click(pressed)
  if (!pressed.disabled) return
  pressed.disabled = false
  pressed.blur()
  pressed.disabled = true
}

it('comes back to a button that its own press disabled for a while', async () => {
  render(<Page />)
  press('Send')
  await waitFor(() => expect(document.activeElement).toBe(document.body))
  fireEvent.click(button('Answer'))
  await waitFor(() => expect(document.activeElement).toBe(button('Send')))
})

it('goes to what had it before where the button is taken away, else to the heading', async () => {
  render(<Page />)
  button('Filter').focus()
  press('Choose none')
  await waitFor(() => expect(document.activeElement).toBe(button('Filter')))
})

it('stays away from whoever left the page', async () => {
  render(<Page />)
  press('Answer')
  button('Answer').blur()
  fireEvent.keyDown(document.body, { key: 'Tab' })
  press('Choose none')
  await waitFor(() => expect(document.activeElement).toBe(button('Answer')))
  button('Answer').blur()
  fireEvent.click(button('Send'))
  await waitFor(() => expect((button('Send') as HTMLButtonElement).disabled).toBe(true))
  expect(document.activeElement).toBe(document.body)
})
