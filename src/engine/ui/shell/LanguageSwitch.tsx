import Check from '@mui/icons-material/Check'
import Language from '@mui/icons-material/Language'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useLocaleState, useTranslate } from 'react-admin'
import { useId, useState } from 'react'
import { type Language as LanguageCode, languageKeys, languageNames } from '#locales/languages.ts'
import { useOffice } from './OfficeContext.tsx'

/** On narrow screens the picture stands alone. */
const startIconAlone = { minWidth: 36, '& .MuiButton-startIcon': { ml: { xs: 0, md: -0.25 }, mr: { xs: 0, md: 1 } } }

/** The language of the pages: shown at once, kept with the user. */
export function LanguageSwitch() {
  const translate = useTranslate()
  const [locale, setLocale] = useLocaleState()
  const { savePreferences } = useOffice()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const name = languageNames[locale as LanguageCode]
  const choose = (language: LanguageCode) => {
    setAnchor(null)
    setLocale(language)
    // Where it cannot be kept the language still changes here; the next sign-in shows the old one.
    savePreferences({ language }).catch(() => undefined)
  }
  return (
    <>
      <Button
        color="inherit"
        size="small"
        startIcon={<Language />}
        sx={startIconAlone}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        aria-label={`${translate('pages.layout.language')}: ${name}`}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
          {name}
        </Box>
      </Button>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {languageKeys.map((language) => (
          <MenuItem
            key={language}
            role="menuitemradio"
            aria-checked={language === locale}
            selected={language === locale}
            lang={language}
            onClick={() => choose(language)}
          >
            <ListItemIcon>{language === locale ? <Check fontSize="small" /> : null}</ListItemIcon>
            <ListItemText>{languageNames[language]}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
