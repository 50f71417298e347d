import { type FormEvent, type InputHTMLAttributes, useId, useRef, useState } from 'react'
import { application, applicationForm } from '#resources/application.ts'
import type { ApplicationFormAnswer } from '../../answers/applications.ts'
import { useSignIn } from '#engine/auth/ui/signIn/EntranceContext.tsx'
import { Failure, Field, focusFirstInvalid, useSubmission } from '#engine/auth/ui/signIn/Form.tsx'
import { countryCodes } from '#engine/values/countries.ts'
import { TextAreaField } from '#engine/auth/ui/publicPages/Area.tsx'
import { Documents, readFiles } from './Documents.tsx'
import { useFormSubmit, type Warnings } from '#engine/auth/ui/publicPages/useCall.ts'
import { useTexts } from '#engine/auth/ui/publicPages/welcomeTexts.tsx'

type Name = (typeof applicationForm)[number]
type Given = Readonly<Record<Name, string>>

/** The countries by their names in a language, in its order. */
const countriesIn = (language: string) => {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return countryCodes
    .map((code) => [code, names.of(code) ?? code] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, language))
}

/** Who lives in Brazil has a CPF, everybody else a tax number of their country. */
const isAsked = (name: Name, { country }: Given) =>
  name === 'cpf' ? country === 'BR' : name !== 'taxNumber' || country !== 'BR'

const empty = Object.fromEntries(applicationForm.map((name) => [name, ''])) as Given

/** How telephones and password managers help with a field. */
const aids: Readonly<Partial<Record<Name, InputHTMLAttributes<HTMLInputElement>>>> = {
  name: { autoComplete: 'name' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  cpf: { inputMode: 'numeric', autoComplete: 'off' },
}

/** Sites are typed one a line. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const valuesOf = (given: Given) => ({
  ...Object.fromEntries(Object.entries(given).filter(([name]) => isAsked(name as Name, given))),
  sites: linesOf(given.sites).map((address) => ({ address })),
})

/** What is wrong with a field, or with one of its rows. */
const warningOf = (warnings: Warnings, name: string) =>
  Object.entries(warnings).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1] ?? null

/** The form of an application: the fields that are declared for it, documents, and the terms. */
export function ApplyForm({ slug, form, onDone }: { slug: string; form: ApplicationFormAnswer; onDone: () => void }) {
  const { texts, language } = useSignIn()
  const { apply } = useTexts()
  const [given, setGiven] = useState<Given>({ ...empty, country: form.country })
  const [files, setFiles] = useState<File[]>([])
  const [hasAccepted, setHasAccepted] = useState(false)
  const [homepage, setHomepage] = useState('')
  const { isBusy, failure, submit } = useSubmission()
  const { send, warnings } = useFormSubmit()
  const element = useRef<HTMLFormElement>(null)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      const terms = hasAccepted && form.terms ? form.terms.id : null
      const body = { ...valuesOf(given), language, terms, files: await readFiles(files), homepage }
      if (await send(`/api/apply/${slug}`, body)) onDone()
      else focusFirstInvalid(element.current)
    })
  }
  const asked = applicationForm.filter((name) => isAsked(name, given))
  return (
    <form ref={element} noValidate onSubmit={onSubmit}>
      <Failure text={failure} />
      {asked.map((name) => (
        <Filled
          key={name}
          name={name}
          value={given[name]}
          warning={warningOf(warnings, name)}
          onChange={(value) => setGiven({ ...given, [name]: value })}
        />
      ))}
      <Documents warning={warningOf(warnings, 'files')} onChange={setFiles} />
      {/* Nobody sees it; programs fill in what they find. */}
      <input
        className="trap"
        name="homepage"
        tabIndex={-1}
        aria-hidden="true"
        autoComplete="off"
        value={homepage}
        onChange={({ target }) => setHomepage(target.value)}
      />
      {form.terms && (
        <Terms
          terms={form.terms}
          isAccepted={hasAccepted}
          warning={warningOf(warnings, 'terms')}
          onChange={setHasAccepted}
        />
      )}
      <p className="hint">{apply.privacy.replace('%{company}', form.company)}</p>
      <button type="submit" className="submit" aria-disabled={isBusy}>
        {isBusy ? texts.signIn.working : apply.submit}
      </button>
    </form>
  )
}

function Filled({
  name,
  value,
  warning,
  onChange,
}: {
  name: Name
  value: string
  warning: string | null
  onChange: (value: string) => void
}) {
  const { apply } = useTexts()
  const { language } = useSignIn()
  const id = useId()
  const { fields } = application
  const field: { readonly required?: boolean; readonly max?: number } = fields[name]
  const common = { label: apply.fields[name], name, required: field.required === true, value, warning }
  if (name === 'country')
    return (
      <div className="field">
        <label htmlFor={id}>{common.label}</label>
        <select
          id={id}
          name={name}
          autoComplete="country"
          value={value}
          aria-invalid={warning ? true : undefined}
          aria-describedby={warning ? `${id}-warning` : undefined}
          onChange={({ target }) => onChange(target.value)}
        >
          {countriesIn(language).map(([code, shown]) => (
            <option key={code} value={code}>
              {shown}
            </option>
          ))}
        </select>
        {warning ? (
          <p id={`${id}-warning`} className="warning">
            {warning}
          </p>
        ) : null}
      </div>
    )
  if (name === 'sites' || name === 'how')
    return (
      <TextAreaField
        {...common}
        help={apply.help[name]}
        rows={name === 'sites' ? 3 : 5}
        maxLength={name === 'how' ? field.max : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return <Field {...common} {...aids[name]} maxLength={field.max} onChange={({ target }) => onChange(target.value)} />
}

function Terms({
  terms,
  isAccepted,
  warning,
  onChange,
}: {
  terms: NonNullable<ApplicationFormAnswer['terms']>
  isAccepted: boolean
  warning: string | null
  onChange: (isAccepted: boolean) => void
}) {
  const { apply } = useTexts()
  const id = useId()
  return (
    <div className="field">
      <textarea className="terms" readOnly rows={7} aria-label={terms.name} value={terms.text} />
      <label className="check">
        <input
          type="checkbox"
          checked={isAccepted}
          aria-invalid={warning ? true : undefined}
          aria-describedby={warning ? id : undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        {apply.accept.replace('%{terms}', terms.name)}
      </label>
      {warning ? (
        <p id={id} className="warning">
          {warning}
        </p>
      ) : null}
    </div>
  )
}
