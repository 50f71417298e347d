import { Suspense, useId } from 'react'
import { useLocaleState, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { slots } from '#engine/ui/slots.ts'
import { useOffice } from '#engine/ui/shell/OfficeContext.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { TwoStep } from '../twoStep/TwoStep.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useActor, useHasFeature } from '#engine/records/ui/ResourcesContext.tsx'
import { type Language, languageKeys, languageNames } from '#locales/languages.ts'
import { ChangePassword } from './ChangePassword.tsx'
import { Programs } from '../programs/Programs.tsx'
import { Sessions } from '../sessions/Sessions.tsx'

/**
 * One's own account, whatever one's rights: who one is, the language, two-step verification, and where one is signed
 * in.
 */
export function AccountPage() {
  const translate = useTranslate()
  const actor = useActor()
  const hasAssistants = useHasFeature('assistants')
  const { user } = useOffice()
  const { account: Placed } = slots()
  return (
    <Box sx={{ maxWidth: 860, mx: 'auto' }}>
      <PageHeading title={translate('panels.account.title')} detail={user?.name} />
      <Person />
      {actor.userId !== null && (
        <Panel title={translate('panels.account.changePassword')} lead={translate('panels.account.changePasswordLead')}>
          <ChangePassword />
        </Panel>
      )}
      {actor.userId !== null && (
        <Panel title={translate('panels.twoStep.title')}>
          <TwoStep
            owner={{ resource: 'user', id: actor.userId }}
            name={user?.name ?? actor.name}
            isOwn
            mayUnlock={actor.root}
          />
        </Panel>
      )}
      <Panel title={translate('panels.account.sessions')} lead={translate('panels.account.sessionsLead')}>
        <Sessions />
      </Panel>
      {actor.kind === 'user' && hasAssistants && (
        <Panel title={translate('panels.programs.title')} lead={translate('panels.programs.lead')}>
          <Programs />
        </Panel>
      )}
      {actor.kind === 'user' && Placed && (
        <Suspense fallback={null}>
          <Placed />
        </Suspense>
      )}
    </Box>
  )
}

function Person() {
  const translate = useTranslate()
  const label = useFieldLabel()
  const actor = useActor()
  const { user } = useOffice()
  const rights = [...actor.roles].map((role) => translate(`choices.role.${role}`)).join(', ')
  return (
    <Panel title={translate('panels.account.who')}>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '160px minmax(0, 1fr)' },
          columnGap: 2,
          rowGap: { xs: 0.5, sm: 1 },
          m: 0,
          mb: 1,
        }}
      >
        {actor.kind === 'partner' ? (
          <Fact
            label={label('user', 'partner')}
            text={`${user?.name ?? actor.name} (${translate('panels.account.partner')})`}
          />
        ) : (
          <Fact label={label('user', 'email')} text={actor.name} />
        )}
        {user?.company && <Fact label={label('user', 'company')} text={user.company.name} />}
        <Fact
          label={label('user', 'roles')}
          text={actor.root ? translate('panels.account.allRights') : rights || translate('panels.account.noRights')}
        />
      </Box>
      <LanguageChoice />
    </Panel>
  )
}

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, mb: { xs: 1, sm: 0 }, overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
    </>
  )
}

function LanguageChoice() {
  const translate = useTranslate()
  const label = useFieldLabel()
  const id = useId()
  const [locale, setLocale] = useLocaleState()
  const { savePreferences } = useOffice()
  const actor = useActor()
  const choose = (language: Language) => {
    setLocale(language)
    // Where it cannot be kept the language still changes here; the next sign-in shows the old one.
    savePreferences({ language }).catch(() => undefined)
  }
  return (
    <TextField
      id={id}
      select
      label={label('user', 'language')}
      value={locale}
      onChange={({ target }) => choose(target.value as Language)}
      sx={{ maxWidth: 320 }}
      helperText={actor.kind === 'user' ? translate('panels.account.languageHelp') : undefined}
    >
      {languageKeys.map((language) => (
        <MenuItem key={language} value={language} lang={language}>
          {languageNames[language]}
        </MenuItem>
      ))}
    </TextField>
  )
}
