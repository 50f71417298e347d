import { type ReactNode, useId } from 'react'
import { brand } from '#engine/ui/shell/brand.ts'
import { useDocumentTitle, useSignIn } from './EntranceContext.tsx'
import { isLanguage, languageKeys, languageNames } from '#locales/languages.ts'

function LanguageSwitch() {
  const { texts, language, setLanguage } = useSignIn()
  const id = useId()
  return (
    <footer className="language">
      <label htmlFor={id}>{texts.signIn.language}</label>
      <select id={id} value={language} onChange={({ target }) => isLanguage(target.value) && setLanguage(target.value)}>
        {languageKeys.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
    </footer>
  )
}

/** The one card of the entrance: logo, title, what is to be done, the language switch. */
export function Card({
  title,
  lead,
  notice,
  children,
}: {
  title: string
  lead?: string
  notice?: string | null
  children: ReactNode
}) {
  useDocumentTitle(title)
  return (
    <div className="entrance">
      <header className="masthead">
        <img src={brand.logo} alt="" width="40" height="40" />
        <span>{brand.title}</span>
      </header>
      <main className="card">
        {notice ? <output className="notice">{notice}</output> : null}
        <h1>{title}</h1>
        {lead ? <p className="lead">{lead}</p> : null}
        {children}
      </main>
      <LanguageSwitch />
    </div>
  )
}
