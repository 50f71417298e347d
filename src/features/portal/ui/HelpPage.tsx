import { LinkBase, useTranslate } from 'react-admin'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { portalPath } from '#engine/ui/router/pagePaths.ts'

/** What is asked most, each with the page where it is done. */
const topics = [
  { name: 'earn', to: 'entries' },
  { name: 'paid', to: 'account' },
  { name: 'late', to: 'reports' },
  { name: 'sub', to: 'links' },
  { name: 'verify', to: 'statement' },
] as const

/** What affiliates ask most, and how a statement is checked without this server. */
export default function HelpPage() {
  const translate = useTranslate()
  return (
    <>
      <PageHeading title={translate('portal.pages.help')} detail={translate('portal.help.lead')} />
      {topics.map(({ name, to }) => (
        <Paper key={name} component="section" variant="outlined" aria-labelledby={name} sx={{ p: 2, mb: 2 }}>
          <Typography id={name} component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
            {translate(`portal.help.${name}.title`)}
          </Typography>
          <Typography sx={{ my: 1, maxWidth: '70ch', whiteSpace: 'pre-line' }}>
            {translate(`portal.help.${name}.text`)}
          </Typography>
          <LinkBase to={`${portalPath}/${to}`}>{translate(`portal.pages.${to}`)}</LinkBase>
          {name === 'verify' && (
            <>
              {' · '}
              <Link href="/docs/affiliate">{translate('portal.help.documents')}</Link>
            </>
          )}
        </Paper>
      ))}
    </>
  )
}
