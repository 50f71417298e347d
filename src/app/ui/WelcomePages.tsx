import { AnswerPage } from './AnswerPage.tsx'
import { ApplyPage } from './ApplyPage.tsx'
import { InvitationPage } from './InvitationPage.tsx'
import { useWelcomeTexts, WelcomeTexts } from './welcomeTexts.tsx'
import './welcome.css'

function Page({ path }: { path: string }) {
  if (path === '/invitation') return <InvitationPage />
  if (path === '/application') return <AnswerPage />
  return <ApplyPage slug={path.split('/')[2]!} />
}

/** The pages for whoever has no account yet, each with texts of its own. */
export default function WelcomePages({ path }: { path: string }) {
  const texts = useWelcomeTexts()
  if (!texts) return null
  return (
    <WelcomeTexts value={texts}>
      <Page path={path} />
    </WelcomeTexts>
  )
}
