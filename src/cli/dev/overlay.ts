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

/** What is said around it, in the language of the page. */
const words = {
  pt: {
    asks: 'Esta edição muda o banco de dados',
    details: 'Detalhes (SQL)',
    yes: 'Mudar',
    no: 'Deixar como está',
    goesOn: 'A última configuração correta continua em uso.',
    wrong: 'A configuração está errada',
    failed: 'O servidor não consegue iniciar com esta edição',
  },
  en: {
    asks: 'This edit changes the database',
    details: 'Details (SQL)',
    yes: 'Change it',
    no: 'Leave it as it is',
    goesOn: 'The last good configuration goes on serving.',
    wrong: 'The configuration is wrong',
    failed: 'The server cannot begin with this edit',
  },
  es: {
    asks: 'Esta edición cambia la base de datos',
    details: 'Detalles (SQL)',
    yes: 'Cambiarla',
    no: 'Dejarla como está',
    goesOn: 'La última configuración correcta sigue en uso.',
    wrong: 'La configuración está mal',
    failed: 'El servidor no puede iniciar con esta edición',
  },
}

const isSaid = (language: string): language is keyof typeof words => Object.hasOwn(words, language)

function languageOfPage(): keyof typeof words {
  const [language = ''] = document.documentElement.lang.split('-')
  return isSaid(language) ? language : 'en'
}

/** The statements, for who wants to read them. */
function details(statements: readonly string[]): HTMLElement {
  const made = element('details', '')
  made.append(
    element('summary', words[languageOfPage()].details),
    ...statements.map((statement) => element('pre', statement)),
  )
  return made
}

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
  const language = languageOfPage()
  const texts = words[language]
  const goesOn = element('p', texts.goesOn)
  switch (shown.kind) {
    case 'wrong':
      return [element('h2', texts.wrong), ...shown.lines.map((line) => element('pre', line)), goesOn]
    case 'failed':
      return [element('h2', texts.failed), element('pre', shown.text), goesOn]
    case 'asks':
      return [
        element('h2', texts.asks),
        ...shown.changes.map(({ said }) => element('p', said[language])),
        details(shown.changes.map(({ statement }) => statement)),
        button(texts.yes, { question: shown.question, isYes: true }),
        button(texts.no, { question: shown.question, isYes: false }),
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
