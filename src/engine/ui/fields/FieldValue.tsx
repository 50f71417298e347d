import { useRecordContext } from 'react-admin'
import type { ComponentType, CSSProperties } from 'react'
import Chip from '@mui/material/Chip'
import MuiLink from '@mui/material/Link'
import type { Field } from '#engine/declaration/fields/index.ts'
import { formatByType } from '#engine/values/documents/documents.ts'
import { hostInLetters } from '#engine/values/siteAddress.ts'
import { useMayOpen, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { BooleanValue } from './BooleanValue.tsx'
import { emptyText, isEmpty } from './format.ts'
import { CompletenessValue } from './MissingFields.tsx'
import { type KnownNames, ReferencesValue } from './ReferenceValue.tsx'
import { ExactMoment, RelativeMoment } from './RelativeMoment.tsx'
import { TitledReferences } from './TitledReferences.tsx'
import { TokenValue } from './TokenValue.tsx'
import { useRecordCurrency } from './useRecordCurrency.ts'
import { shownKind, useValueText } from './useValueText.ts'

export interface FieldValueProps {
  readonly field: Field
  readonly value: unknown
  /** Everything there is, where there is room (a form), instead of the first few (a cell). */
  readonly isWhole?: boolean
  /** Of references: the names that came with the record. */
  readonly known?: KnownNames | undefined
}
type View = ComponentType<FieldValueProps>

/** Long words break anywhere, but inside a table's columns, which would else be squeezed to single letters. */
const longWord: CSSProperties = { overflowWrap: 'var(--long-word, anywhere)' as CSSProperties['overflowWrap'] }

/** The beginning of an address tells where it leads; in a column the rest is at hand. */
const oneLine: CSSProperties = {
  display: 'inline-block',
  maxWidth: 'var(--address, 180px)',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  verticalAlign: 'bottom',
}

const Words: View = ({ field, value }) => <>{useValueText()(field, value, useRecordCurrency())}</>
const LongWords: View = ({ value }) => <span style={longWord}>{String(value)}</span>
/** A host in its letters; in Punycode as well where that differs, since letters of two alphabets can look alike. */
const Text: View = ({ field, value }) => {
  const host = String(value)
  const letters = field.format === 'host' ? hostInLetters(host) : host
  return <span style={longWord}>{letters === host ? host : `${letters} (${host})`}</span>
}
const Code: View = ({ value }) => <code style={longWord}>{String(value)}</code>
const YesOrNo: View = ({ value }) => <BooleanValue value={Boolean(value)} />
const OnOneLine: View = (props) => (
  <span style={{ whiteSpace: 'nowrap' }}>
    <Words {...props} />
  </span>
)

const ManyOf: View = ({ field, value, isWhole }) => {
  const values = value as string[]
  const shown = isWhole ? values : values.slice(0, 3)
  return (
    <span>
      <Words field={field} value={shown} />
      {values.length > shown.length && (
        <Chip size="small" label={`+${values.length - shown.length}`} sx={{ ml: 0.5, height: 18 }} />
      )}
    </span>
  )
}

const Address: View = ({ value, isWhole }) => {
  const address = String(value)
  return /^https?:\/\//.test(address) ? (
    <MuiLink
      href={address}
      target="_blank"
      rel="noreferrer noopener"
      onClick={(event) => event.stopPropagation()}
      title={isWhole ? undefined : address}
      style={isWhole ? longWord : oneLine}
    >
      {address}
    </MuiLink>
  ) : (
    <>{address}</>
  )
}

/** CPF and CNPJ with their dots; what a document or key is, the field beside it says. */
const Numbered: View = ({ field, value }) => {
  const record = useRecordContext()
  const type = field.kind === 'cpf' ? 'cpf' : record?.[field.kindFrom ?? '']
  return <span style={longWord}>{formatByType({ type, value: String(value) })}</span>
}

/** By name; where a day is all the name there is, as the records' own pages are called, for whoever may open these. */
const References: View = ({ field, value, isWhole, known }) => {
  const target = useResources()[field.target!]
  const mayOpen = useMayOpen()
  const ids = [value].flat() as number[]
  if (field.kind === 'references' && isWhole && target && target.titled.length > 1 && mayOpen(target.name))
    return <TitledReferences resource={target} ids={ids} />
  return <ReferencesValue target={field.target!} ids={ids} isWhole={isWhole} known={known} />
}

/** How a value of each kind is shown. A new kind gets a line here. */
const views: Readonly<Record<ReturnType<typeof shownKind>, View>> = {
  text: Text,
  email: LongWords,
  json: LongWords,
  password: () => emptyText,
  url: Address,
  slug: Code,
  token: ({ value }) => <TokenValue token={String(value)} />,
  cpf: Numbered,
  document: Numbered,
  paymentKey: Numbered,
  expression: Code,
  choice: (props) => (props.field.choices?.isKnown && !props.isWhole ? String(props.value) : <Words {...props} />),
  manyOf: ManyOf,
  boolean: YesOrNo,
  completeness: ({ value }) => <CompletenessValue value={Boolean(value)} />,
  integer: Words,
  percent: Words,
  money: Words,
  date: OnOneLine,
  moment: ({ value, isWhole }) =>
    isWhole ? <RelativeMoment at={String(value)} /> : <ExactMoment at={String(value)} />,
  reference: References,
  references: References,
  list: ({ value }) => (value as unknown[]).length,
  blocks: ({ value }) => (value as unknown[]).length,
}

/**
 * A value as people read it, by the field's kind: react-admin's fields show stored words, nothing for what is empty, and
 * 82 nodes more in a list of 25.
 */
export function FieldValue(props: FieldValueProps) {
  const View = views[shownKind(props.field)]
  return isEmpty(props.value) ? emptyText : <View {...props} />
}

/** Whether the values of a field stand at the right edge, as numbers do. */
export const isNumeric = (field: Field): boolean => ['money', 'percent', 'integer'].includes(shownKind(field))
