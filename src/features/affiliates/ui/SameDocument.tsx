import { useEffect, useRef } from 'react'
import { useRecordContext } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'

/** In the form of a new affiliate whose document is its CPF: that is typed once. */
export function SameDocument() {
  const record = useRecordContext()
  const { getValues, setValue } = useFormContext()
  const [cpf, documentType] = useWatch({ name: ['cpf', 'documentType'] }) as (string | null | undefined)[]
  const filled = useRef<string | null>(null)
  useEffect(() => {
    const document = (getValues('document') as string | null | undefined) || null
    // What somebody typed themselves stays.
    if (record?.id !== undefined || documentType !== 'cpf' || !cpf || document !== filled.current) return
    filled.current = cpf
    setValue('document', cpf, { shouldDirty: true })
  }, [record, cpf, documentType, getValues, setValue])
  return null
}
