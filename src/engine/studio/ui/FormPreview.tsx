import { useState } from 'react'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { languageKeys } from '#locales/languages.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useStudioScope } from './studioContext.ts'

/** The form with the draft over it, in any language; nothing can be typed. */
export function FormPreview() {
  const { say, laid, resource, fieldLabel } = useStudioScope()
  const [language, setLanguage] = useState<string>(useLanguage())
  return (
    <Paper variant="outlined" component="section" aria-label={say('preview')} sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 2 }}>
        <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 650, flex: 1 }}>
          {say('preview')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={language}
          onChange={(_, next: string | null) => next && setLanguage(next)}
        >
          {languageKeys.map((key) => (
            <ToggleButton key={key} value={key}>
              {key}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      {Object.entries(laid.form)
        .filter(([section]) => !laid.optionalSections[section])
        .flatMap(([, names]) => names)
        .map((name) => (
          <TextField
            key={name}
            size="small"
            fullWidth
            disabled
            label={`${fieldLabel(resource.name, name, language)}${laid.fields[name]?.required ? ' *' : ''}`}
            sx={{ mb: 1.5 }}
          />
        ))}
    </Paper>
  )
}
