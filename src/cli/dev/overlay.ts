/** Runs in the page of `npm run dev`: shows over it what is wrong with an edit, or what it would do to the database. */
import { type Answer, pageEvents, type Shown } from './messages.ts'

// In just these words: Vite gives it to modules in which it reads them.
const hot = import.meta.hot!
const name = 'dev-overlay'

const style = `
  section { position: fixed; inset: auto 16px 16px; z-index: 100000; max-height: 70vh; overflow: auto; padding: 16px 20px; border-radius: 10px;
    border-left: 6px solid #c62828; background: #1b1b1f; color: #f4f4f5; font: 14px/1.5 ui-monospace, monospace; box-shadow: 0 8px 40px #0008; }
  section[data-kind=asks] { border-color: #f9a825; }
  h2 { margin: 0 0 8px; font: 600 16px/1.4 system-ui, sans-serif; }
  pre { margin: 0 0 10px; white-space: pre-wrap; overflow-wrap: anywhere; }
  p { margin: 8px 0 0; font-family: system-ui, sans-serif; color: #cfcfd4; }
  button { margin: 4px 8px 0 0; padding: 6px 16px; border: 1px solid #888; border-radius: 6px; background: #2b2b31; color: inherit; font: inherit; cursor: pointer; }
  button:focus-visible { outline: 2px solid #90caf9; outline-offset: 2px; }
`

function element(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

function button(text: string, answer: Answer): HTMLElement {
  const made = element('button', text)
  made.addEventListener('click', () => hot.send(pageEvents.answer, answer))
  return made
}

/** What there is to say; nothing while all is well. */
function partsOf(shown: Shown): HTMLElement[] {
  const goesOn = element('p', 'The last good configuration goes on serving.')
  switch (shown.kind) {
    case 'wrong':
      return [element('h2', 'The configuration is wrong'), ...shown.lines.map((line) => element('pre', line)), goesOn]
    case 'failed':
      return [element('h2', 'The server cannot begin with this edit'), element('pre', shown.text), goesOn]
    case 'asks':
      return [
        element('h2', 'This edit changes the database'),
        ...shown.changes.map(({ said, statement }) => element('pre', `${said}\n${statement}`)),
        button('Change it', { question: shown.question, isYes: true }),
        button('Leave it as it is', { question: shown.question, isYes: false }),
        goesOn,
      ]
    default:
      return []
  }
}

function show(shown: Shown): void {
  document.querySelector(name)?.remove()
  const parts = partsOf(shown)
  if (parts.length === 0) return
  const host = document.createElement(name)
  const section = document.createElement('section')
  section.dataset['kind'] = shown.kind
  section.setAttribute('role', 'alert')
  section.append(...parts)
  host.attachShadow({ mode: 'open' }).append(element('style', style), section)
  document.body.append(host)
}

hot.on(pageEvents.shown, show)
hot.send(pageEvents.hello)
