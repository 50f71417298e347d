import { lazy, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { sampleValues } from '#engine/values/expression/sampleValues.ts'
import { partnerKeywords } from '#engine/values/expression/tree.ts'
import { NumberField } from '../NumberField.tsx'

/** With the parser, which comes when the first formula is on the page: nobody else should wait for it. */
const FormulaResult = lazy(() => import('./FormulaResult.tsx'))

/** What is wrong with a formula and where, else its result with sample values; and the words it may use. */
export default function FormulaFindings({ text, onInsert }: { text: string; onInsert: (word: string) => void }) {
  const translate = useTranslate()
  const [samples, setSamples] = useState<Readonly<Record<string, number>>>(sampleValues)
  return (
    <Box sx={{ mt: 1, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <Box aria-live="polite" sx={{ minHeight: 48 }}>
        <Suspense fallback={null}>
          <FormulaResult text={text} samples={samples} />
        </Suspense>
      </Box>
      <Typography variant="caption" component="p" color="textSecondary">
        {translate('resourcePages.expression.words')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mb: 1.5 }}>
        {partnerKeywords.map((word) => (
          <Chip key={word} size="small" variant="outlined" label={word} onClick={() => onInsert(word)} />
        ))}
      </Box>
      <Box component="details" sx={{ typography: 'caption', color: 'text.secondary' }}>
        <Box component="summary" sx={{ cursor: 'pointer', py: 1 }}>
          {translate('resourcePages.expression.sample')}
        </Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))', gap: 1 }}>
          {partnerKeywords.map((word) => (
            <NumberField
              key={word}
              label={word}
              value={samples[word]}
              onChange={(value) => typeof value === 'number' && setSamples({ ...samples, [word]: value })}
            />
          ))}
        </Box>
      </Box>
    </Box>
  )
}
