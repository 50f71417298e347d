import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Shortcuts } from '#engine/ui/shortcuts/Shortcuts.tsx'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const saved = vi.fn()
const undone = vi.fn()

function show() {
  const { location } = stage({
    actor: actorWith(['affiliate', 'campaign']),
    resources: {},
    pages: {},
    at: '/list',
    others: {
      '/list': (
        <main>
          <Shortcuts />
          <input type="search" aria-label="search" />
          <textarea aria-label="note" />
          <table>
            <tbody>
              {['Ana', 'Bia'].map((name) => (
                <tr key={name}>
                  <td>
                    <a href={`/${name}`}>{name}</a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <button data-shortcut="save" onClick={saved}>
            save
          </button>
          <button data-shortcut="undo" onClick={undone}>
            undo
          </button>
        </main>
      ),
    },
  })
  return { user: userEvent.setup(), location }
}

test('single keys search, walk through the rows and go to pages; in a field they are letters', async () => {
  const { user, location } = show()
  await user.keyboard('j')
  expect(document.activeElement?.textContent).toBe('Ana')
  await user.keyboard('j')
  expect(document.activeElement?.textContent).toBe('Bia')
  await user.keyboard('k')
  expect(document.activeElement?.textContent).toBe('Ana')
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByLabelText('search'))
  await user.type(screen.getByLabelText('note'), 'j?ga')
  expect((screen.getByLabelText('note') as HTMLTextAreaElement).value).toBe('j?ga')
  expect(location.pathname).toBe('/list')
  screen.getByText('Ana').focus()
  await user.keyboard('ga')
  await waitFor(() => expect(location.pathname).toBe('/registers/affiliate/list'))
})

test('Ctrl+S saves, from within a field as well', async () => {
  const { user } = show()
  await user.click(screen.getByLabelText('note'))
  await user.keyboard('{Control>}s{/Control}')
  expect(saved).toHaveBeenCalledOnce()
})

test('u takes back what the notice that is shown tells of', async () => {
  const { user } = show()
  await user.keyboard('u')
  expect(undone).toHaveBeenCalledOnce()
})

test('? shows the keys of this person’s pages, and lets single keys be turned off', async () => {
  const { user } = show()
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Atalhos do teclado' })
  expect(sheet.textContent).toContain('Ir para: Afiliados')
  expect(sheet.textContent).not.toContain('Ir para: Marcas')
  await user.click(screen.getByRole('switch', { name: 'Atalhos de uma tecla' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('?')
  expect(screen.queryByRole('dialog')).toBeNull()
})
