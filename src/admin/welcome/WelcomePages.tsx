import { welcomePaths } from '../gate.ts'
import { InvitationPage } from './InvitationPage.tsx'
import { useWelcomeTexts, WelcomeTexts } from './welcomeTexts.tsx'
import './welcome.css'

/** The pages for whoever has no account yet, each with texts of its own. */
export default function WelcomePages({ path }: { path: string }) {
  const texts = useWelcomeTexts()
  if (!texts) return null
  return <WelcomeTexts value={texts}>{path === welcomePaths.invitation && <InvitationPage />}</WelcomeTexts>
}
