import { useId } from 'react'
import { useTexts } from '#engine/auth/ui/publicPages/welcomeTexts.tsx'

/** A document as it is sent. */
export interface SentFile {
  readonly name: string
  readonly content: string
}

/** A file's bytes in base64. */
function readFile(file: File): Promise<SentFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve({ name: file.name, content: String(reader.result).replace(/^[^,]*,/, '') })
    reader.onerror = () => reject(reader.error ?? new Error(file.name))
    reader.readAsDataURL(file)
  })
}

/** The files as they are sent. */
export const readFiles = (files: readonly File[]): Promise<SentFile[]> => Promise.all(files.map(readFile))

/** Documents to be sent along; what is wrong with them the server says. */
export function Documents({ warning, onChange }: { warning: string | null; onChange: (files: File[]) => void }) {
  const { documents } = useTexts()
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{documents.label}</label>
      <input
        id={id}
        type="file"
        multiple
        accept=".pdf,.png,.jpg,.jpeg"
        aria-invalid={warning ? true : undefined}
        aria-describedby={`${id}-help${warning ? ` ${id}-warning` : ''}`}
        onChange={({ target }) => onChange([...(target.files ?? [])])}
      />
      <p id={`${id}-help`} className="hint">
        {documents.help}
      </p>
      {warning ? (
        <p id={`${id}-warning`} className="warning">
          {warning}
        </p>
      ) : null}
    </div>
  )
}
