import { useRecordContext, useTranslate } from 'react-admin'
import type { CSSProperties, ReactNode } from 'react'
import Chip from '@mui/material/Chip'
import MuiLink from '@mui/material/Link'
import type { Field, FieldKind } from '../../config/fields/index.ts'
import { formatByType } from '../../domain/documents/documents.ts'
import { useMayOpen, useResources } from '../resource/ResourcesContext.tsx'
import { BooleanValue } from './BooleanValue.tsx'
import { emptyText, formatDay, formatMoment, formatMoney, formatNumber, formatPercent } from './format.ts'
import { labelKeys } from './labels.ts'
import { type KnownNames, ReferencesValue, ReferenceValue } from './ReferenceValue.tsx'
import { TitledReferences } from './TitledReferences.tsx'
import { TokenValue } from './TokenValue.tsx'
import { useLanguage } from './useLanguage.ts'
import { useRecordCurrency } from './useRecordCurrency.ts'

export interface FieldValueProps {
  readonly field: Field
  readonly value: unknown
  /** Everything there is, where there is room (a form), instead of the first few (a cell). */
  readonly isWhole?: boolean
  /** Of references: the names that came with the record. */
  readonly known?: KnownNames | undefined
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function NumberValue({ field, value }: FieldValueProps) {
  const language = useLanguage()
  const currency = useRecordCurrency()
  const kind = field.kind === 'computed' ? field.as : field.kind
  const number = value as number
  if (kind === 'money') return <>{formatMoney(number, { language, currency })}</>
  if (kind === 'percent') return <>{formatPercent(number, { language })}</>
  return <>{formatNumber(number, { language })}</>
}

function ChoiceValue({ field, value }: FieldValueProps) {
  const translate = useTranslate()
  return <>{translate(labelKeys.choice(field.choices!.name, String(value)), { _: String(value) })}</>
}

function ManyOfValue({ field, value, isWhole }: FieldValueProps) {
  const translate = useTranslate()
  const values = value as string[]
  const shown = isWhole ? values : values.slice(0, 3)
  const names = shown.map((each) => translate(labelKeys.choice(field.choices!.name, each), { _: each })).join(', ')
  return (
    <span>
      {names}
      {values.length > shown.length && (
        <Chip size="small" label={`+${values.length - shown.length}`} sx={{ ml: 0.5, height: 18 }} />
      )}
    </span>
  )
}

/** Long words break anywhere, but inside a table's columns, which would else be squeezed to single letters. */
const longWord: CSSProperties = { overflowWrap: 'var(--long-word, anywhere)' as CSSProperties['overflowWrap'] }

function UrlValue({ value }: FieldValueProps) {
  const address = String(value)
  return /^https?:\/\//.test(address) ? (
    <MuiLink
      href={address}
      target="_blank"
      rel="noreferrer noopener"
      onClick={(event) => event.stopPropagation()}
      style={longWord}
    >
      {address}
    </MuiLink>
  ) : (
    <>{address}</>
  )
}

const asText = ({ value }: FieldValueProps) => <span style={longWord}>{String(value)}</span>
/** CPF and CNPJ with their dots; what a document or key is, the field beside it says. */
function NumberedValue({ field, value }: FieldValueProps) {
  const record = useRecordContext()
  const type = field.kind === 'cpf' ? 'cpf' : record?.[field.kindFrom ?? '']
  return <span style={longWord}>{formatByType({ type, value: String(value) })}</span>
}

const asNumbered = (props: FieldValueProps) => <NumberedValue {...props} />
const asMoment = ({ value }: FieldValueProps) => (
  <span style={{ whiteSpace: 'nowrap' }}>{formatMoment(String(value))}</span>
)
const asCode = ({ value }: FieldValueProps) => <code style={longWord}>{String(value)}</code>
const asNumber = (props: FieldValueProps) => <NumberValue {...props} />
const asCount = ({ value }: FieldValueProps) => <>{(value as unknown[]).length}</>

const computedViews: Readonly<Record<string, (props: FieldValueProps) => ReactNode>> = {
  text: asText,
  url: (props) => <UrlValue {...props} />,
  integer: asNumber,
  money: asNumber,
  moment: asMoment,
  boolean: ({ value }) => <BooleanValue value={Boolean(value)} />,
  completeness: ({ value }) => <BooleanValue value={Boolean(value)} />,
  json: asText,
}

/** By name; where a day is all the name there is, as the records' own pages are called, for whoever may open these. */
function NamedReferences({ field, value, isWhole, known }: FieldValueProps) {
  const target = useResources()[field.target!]
  const mayOpen = useMayOpen()
  const ids = value as number[]
  if (isWhole && target && target.titled.length > 1 && mayOpen(target.name))
    return <TitledReferences resource={target} ids={ids} />
  return <ReferencesValue target={field.target!} ids={ids} isWhole={isWhole} known={known} />
}

/** How a value of each kind is shown. A new kind gets a line here. */
const views: Readonly<Record<FieldKind, (props: FieldValueProps) => ReactNode>> = {
  text: asText,
  email: asText,
  password: () => emptyText,
  url: (props) => <UrlValue {...props} />,
  slug: asCode,
  token: ({ value }) => <TokenValue token={String(value)} />,
  cpf: asNumbered,
  document: asNumbered,
  paymentKey: asNumbered,
  expression: asCode,
  choice: (props) => <ChoiceValue {...props} />,
  manyOf: (props) => <ManyOfValue {...props} />,
  boolean: ({ value }) => <BooleanValue value={Boolean(value)} />,
  integer: asNumber,
  percent: asNumber,
  money: asNumber,
  date: ({ value }) => <span style={{ whiteSpace: 'nowrap' }}>{formatDay(String(value))}</span>,
  moment: asMoment,
  reference: ({ field, value, known }) => <ReferenceValue target={field.target!} id={value as number} known={known} />,
  references: (props) => <NamedReferences {...props} />,
  list: asCount,
  computed: (props) => computedViews[props.field.as ?? 'text']!(props),
}

/**
 * A value as people read it, by the field's kind: react-admin's fields show stored words, nothing for what is empty, and
 * 82 nodes more in a list of 25.
 */
export function FieldValue(props: FieldValueProps) {
  if (isEmpty(props.value)) return <>{emptyText}</>
  return <>{views[props.field.kind](props)}</>
}

/** Whether the values of a field stand at the right edge, as numbers do. */
export function isNumeric(field: Field): boolean {
  const kind = field.kind === 'computed' ? field.as : field.kind
  return kind === 'money' || kind === 'percent' || kind === 'integer'
}
