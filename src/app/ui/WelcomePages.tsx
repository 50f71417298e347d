import { AnswerPage } from '#features/applications/ui/apply/AnswerPage.tsx'
import { ApplyPage } from '#features/applications/ui/apply/ApplyPage.tsx'
import { InvitationPage } from '#features/accounts/ui/InvitationPage.tsx'
import { StopPage } from '#features/accounts/ui/StopPage.tsx'
import { useWelcomeTexts, WelcomeTexts } from '#engine/auth/ui/publicPages/welcomeTexts.tsx'
import '#features/applications/ui/apply/welcome.css'

function Page({ path }: { path: string }) {
  if (path === '/invitation') return <InvitationPage />
  if (path === '/stop') return <StopPage />
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
