import { useTranslate } from 'react-admin'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { TaxMessages } from '#locales/en/taxes.ts'
import { currency as currencies } from '#resources/choices.ts'
import type { DatedTaxTable } from '#rules/payouts/withholding.ts'

/** Whose payments are meant. */
export type TaxPayeeKind = Pick<DatedTaxTable, 'ownerKind' | 'municipality' | 'currency'>

const ownerKinds = ['cpf', 'cnpj'] as const
const townMax = 80

interface KindFieldsProps {
  readonly kind: TaxPayeeKind
  readonly texts: TaxMessages
  /** Where it is no question: the tax has one table everywhere. */
  readonly hasTown?: boolean
  readonly townHelp?: string
  readonly onChange: (changed: Partial<TaxPayeeKind>) => void
}

/** Whose payments: who has a CPF or CNPJ, in which municipality, in which currency. */
export function KindFields({ kind, texts, hasTown = true, townHelp, onChange }: KindFieldsProps) {
  const translate = useTranslate()
  const { fields } = texts
  return (
    <>
      <TextField
        select
        size="small"
        sx={{ minWidth: 160 }}
        label={fields.ownerKind}
        value={kind.ownerKind}
        onChange={({ target }) => onChange({ ownerKind: target.value as TaxPayeeKind['ownerKind'] })}
      >
        {ownerKinds.map((each) => (
          <MenuItem key={each} value={each}>
            {translate(`choices.documentType.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      {hasTown && (
        <TextField
          size="small"
          label={fields.municipality}
          value={kind.municipality}
          helperText={townHelp}
          onChange={({ target }) => onChange({ municipality: target.value })}
          slotProps={{ htmlInput: { maxLength: townMax, autoComplete: 'off' } }}
        />
      )}
      <TextField
        select
        size="small"
        sx={{ minWidth: 110 }}
        label={fields.currency}
        value={kind.currency}
        onChange={({ target }) => onChange({ currency: target.value })}
      >
        {currencies.values.map((each) => (
          <MenuItem key={each} value={each}>
            {each}
          </MenuItem>
        ))}
      </TextField>
    </>
  )
}
