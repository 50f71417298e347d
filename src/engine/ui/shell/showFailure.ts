import { defaultLanguage, isLanguage } from '#locales/languages.ts'
import { loadTexts } from '#engine/auth/ui/signIn/texts.ts'

/**
 * Says that a room could not be opened, and tries again when asked or when the network is back. Plain elements: what
 * failed may be the rest of the page.
 */
export async function showFailure(element: HTMLElement, { error, retry }: { error: unknown; retry: () => void }) {
  // Goes to the console and to whoever listens for uncaught errors.
  window.reportError(error)
  const remembered = localStorage.getItem('language')
  const texts = await loadTexts(isLanguage(remembered) ? remembered : defaultLanguage)
  const box = document.createElement('main')
  box.className = 'boot'
  const text = document.createElement('p')
  text.setAttribute('role', 'alert')
  text.textContent = texts.app.failed
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = texts.app.retry
  // Once, by whichever comes first: the person or the network.
  const once = new AbortController()
  const again = () => {
    once.abort()
    retry()
  }
  button.addEventListener('click', again, once)
  window.addEventListener('online', again, once)
  box.append(text, button)
  element.replaceChildren(box)
}
