import { type ComponentType, lazy, Suspense } from 'react'
import Box from '@mui/material/Box'
import type { FieldKind } from '#engine/declaration/fields/index.ts'
import { BooleanInput, ChoiceInput } from './choiceInputs.tsx'
import { DateInput, MomentInput } from './dateInputs.tsx'
import type { FieldInputProps } from './inputProps.tsx'
import { NumberInput } from './NumberInput.tsx'
import { ReferenceInput, ReferencesInput } from './references/referenceInputs.tsx'
import { CpfInput, EmailInput, SlugInput, TextInput, TokenInput, TypedByKindInput, UrlInput } from './textInputs.tsx'

const Checkboxes = lazy(() => import('./ManyOfInput.tsx'))
const Expression = lazy(() => import('./expression/ExpressionInput.tsx'))

/** Checkboxes, which few forms have: with as much room as they take before they are there. */
function ManyOfInput(props: FieldInputProps) {
  const room = (columns: number) => 38 * Math.ceil(props.field.choices!.values.length / columns) + 30
  return (
    <Suspense fallback={<Box sx={{ height: { xs: room(1), sm: room(2), md: room(3) } }} />}>
      <Checkboxes {...props} />
    </Suspense>
  )
}

/** A formula, which one form has: with as much room as it and its findings take. */
const ExpressionInput = (props: FieldInputProps) => (
  <Suspense fallback={<Box sx={{ height: 300 }} />}>
    <Expression {...props} />
  </Suspense>
)

/**
 * How a value of each kind is typed in. Passwords and rows need labels of their own and are made by the form. A new
 * kind gets a line here.
 */
const inputs: Readonly<
  Record<Exclude<FieldKind, 'password' | 'list' | 'blocks' | 'computed'>, ComponentType<FieldInputProps>>
> = {
  text: TextInput,
  email: EmailInput,
  url: UrlInput,
  slug: SlugInput,
  token: TokenInput,
  cpf: CpfInput,
  document: TypedByKindInput,
  paymentKey: TypedByKindInput,
  expression: ExpressionInput,
  choice: ChoiceInput,
  manyOf: ManyOfInput,
  boolean: BooleanInput,
  integer: NumberInput,
  percent: NumberInput,
  money: NumberInput,
  date: DateInput,
  moment: MomentInput,
  reference: ReferenceInput,
  references: ReferencesInput,
}

/** The input of a field, by its kind. */
export function FieldInput(props: FieldInputProps) {
  const { kind } = props.field
  if (kind === 'password' || kind === 'list' || kind === 'blocks' || kind === 'computed')
    throw new Error(`A field of kind ${kind} has no input of its own`)
  const Input = inputs[kind]
  return <Input {...props} />
}
