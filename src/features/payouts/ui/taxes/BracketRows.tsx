import DeleteIcon from '@mui/icons-material/Delete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { TaxMessages } from '#locales/en/taxes.ts'
import { NumberField } from '#engine/ui/fields/inputs/NumberField.tsx'
import type { Draft, DraftBracket } from './draft.ts'
import { interpolate } from './useTaxTexts.ts'

const bracketsMax = 20

interface BracketRowsProps {
  readonly draft: Draft
  readonly texts: TaxMessages
  readonly onChange: (brackets: readonly DraftBracket[]) => void
}

/** The brackets of a table, a line each: from which amount on, how much of the whole, less what. */
export function BracketRows({ draft: { brackets, currency }, texts, onChange }: BracketRowsProps) {
  const put = (place: number, changed: Partial<DraftBracket>) =>
    onChange(brackets.map((each, at) => (at === place ? { ...each, ...changed } : each)))
  const remove = (place: number) => onChange(brackets.filter((_, at) => at !== place))
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {brackets.map((bracket, place) => {
        const number = place + 1
        return (
          <Box key={number} sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr 1fr 40px' }}>
            <NumberField
              label={interpolate(texts.fields.bracketFrom, { number })}
              value={bracket.from}
              sign={currency}
              onChange={(from) => put(place, { from })}
            />
            <NumberField
              label={interpolate(texts.fields.rate, { number })}
              value={bracket.rate}
              sign="%"
              onChange={(rate) => put(place, { rate })}
            />
            <NumberField
              label={interpolate(texts.fields.deduct, { number })}
              value={bracket.deduct}
              sign={currency}
              onChange={(deduct) => put(place, { deduct })}
            />
            {brackets.length > 1 && (
              <IconButton aria-label={interpolate(texts.removeBracket, { number })} onClick={() => remove(place)}>
                <DeleteIcon fontSize="small" />
              </IconButton>
            )}
          </Box>
        )
      })}
      {brackets.length < bracketsMax && (
        <Button
          size="small"
          sx={{ justifySelf: 'start' }}
          onClick={() => onChange([...brackets, { from: null, rate: null, deduct: null }])}
        >
          {texts.addBracket}
        </Button>
      )}
    </Box>
  )
}
