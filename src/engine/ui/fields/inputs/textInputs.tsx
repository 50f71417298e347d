import { useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import InputAdornment from '@mui/material/InputAdornment'
import { formatByType, normalizeCnpj, normalizeCpf } from '#engine/values/documents/documents.ts'
import { slugify } from '#engine/values/text.ts'
import { decimalSign, parseTyped } from '../format.ts'
import { CopyButton } from '../TokenValue.tsx'
import { useLanguage } from '../useLanguage.ts'
import { besideSource, type FieldInputProps } from './inputProps.tsx'
import { TextFieldInput, type TextFieldInputProps } from './TextFieldInput.tsx'

const plain = { spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' } as const

export function TextInput(props: FieldInputProps) {
  return props.field.format === 'comparison' ? <ComparisonInput {...props} /> : <TextFieldInput {...props} />
}

/** `>= N`, its number typed with the language's decimal sign and stored with a point. */
function ComparisonInput(props: FieldInputProps) {
  const language = useLanguage()
  const withNumber = (text: string, written: (number: string) => number | string | null) =>
    text.replace(/^(\s*>=\s*)([\d.,]+)(\s*)$/, (_, before, number, after) => `${before}${written(number)}${after}`)
  return (
    <TextFieldInput
      {...props}
      placeholder=">= 100"
      parse={(typed) => withNumber(typed, (number) => parseTyped(number, language)) || null}
      atRest={(value) =>
        typeof value === 'string' ? withNumber(value, (number) => number.replace('.', decimalSign(language))) : ''
      }
    />
  )
}

export const EmailInput = (props: FieldInputProps) => (
  <TextFieldInput {...props} htmlInput={{ ...plain, inputMode: 'email' }} />
)

export const UrlInput = (props: FieldInputProps) => (
  <TextFieldInput {...props} htmlInput={{ ...plain, inputMode: 'url' }} placeholder="https://" />
)

export const CpfInput = (props: FieldInputProps) => (
  <TextFieldInput
    {...props}
    {...numbered('cpf')}
    htmlInput={{ ...plain, inputMode: 'numeric' }}
    placeholder="000.000.000-00"
  />
)

/** A token, with the button that copies it once there is one. */
export function TokenInput(props: FieldInputProps) {
  const token: unknown = useWatch({ name: props.source })
  const copy =
    typeof token === 'string' && token !== '' ? (
      <InputAdornment position="end">
        <CopyButton text={token} />
      </InputAdornment>
    ) : undefined
  return <TextFieldInput {...props} htmlInput={plain} end={copy} />
}

/** Suggests a slug made of the field it is made from; left empty, the server makes the same. */
export function SlugInput(props: FieldInputProps) {
  const from: unknown = useWatch({ name: besideSource(props.source, props.field.from ?? '') })
  return (
    <TextFieldInput
      {...props}
      htmlInput={plain}
      placeholder={typeof from === 'string' && from !== '' ? slugify(from) : undefined}
    />
  )
}

/** Kept as it is stored, without dots; shown with them, except while it is typed. */
function numbered(type: unknown): Pick<TextFieldInputProps, 'parse' | 'atRest'> {
  if (type !== 'cpf' && type !== 'cnpj') return {}
  const normalize = type === 'cpf' ? normalizeCpf : normalizeCnpj
  return {
    parse: (typed) => normalize(typed) || null,
    atRest: (value) => (typeof value === 'string' ? formatByType({ type, value }) : ''),
  }
}

const patterns: Readonly<Record<string, string>> = {
  cpf: '000.000.000-00',
  cnpj: 'XX.XXX.XXX/XXXX-00',
  email: 'nome@exemplo.com',
  phone: '+5511999999999',
  random: '00000000-0000-0000-0000-000000000000',
}

/** A document or payment key, whose form depends on a type chosen beside it. */
export function TypedByKindInput(props: FieldInputProps) {
  const translate = useTranslate()
  const type: unknown = useWatch({ name: besideSource(props.source, props.field.kindFrom ?? '') })
  const help = typeof type === 'string' ? props.help : translate('resourcePages.form.chooseTypeFirst')
  return (
    <TextFieldInput {...props} {...numbered(type)} help={help} htmlInput={plain} placeholder={patterns[String(type)]} />
  )
}
