import { Form } from 'react-admin'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { NewRecordsContext } from '#engine/ui/fields/inputs/references/newRecords.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'
import { FormDraft } from './draft/KeptDraft.tsx'
import { UnsavedGuard } from './draft/UnsavedGuard.tsx'
import { FillIns } from './FillIns.tsx'
import { FormPanels, WithAside } from './FormPanels.tsx'
import { FormToolbar } from './FormToolbar.tsx'
import { initialValues } from './formValues.ts'
import { ProblemSummary } from './ProblemSummary.tsx'
import { Revalidation } from './Revalidation.tsx'
import { Sections } from './Sections.tsx'
import { usePatientCheck } from './useFormCheck.ts'

interface ConfiguredFormProps {
  readonly operation: 'create' | 'update'
  /** Values typed already win over those of a record that is read again. */
  readonly keepsTyped?: boolean
  /**
   * Told over which record a change was typed that came back after its session had ended; null once it was discarded.
   */
  readonly onTypedOver?: (opened: AnyRecord | null) => void
}

/**
 * The form of a resource, as its declaration says: sections, inputs, rights, conditions, checks. react-admin's SimpleForm
 * and Toolbar would bring all of its ways to remove along.
 */
export function ConfiguredForm({ operation, keepsTyped = false, onTypedOver }: ConfiguredFormProps) {
  const resource = useConfiguredResource()
  const { validate, onSubmitCapture } = usePatientCheck(operation)
  return (
    <NewRecordsContext value>
      <div onSubmitCapture={onSubmitCapture}>
        <Form
          mode="onTouched"
          noValidate
          validate={validate}
          defaultValues={operation === 'create' ? initialValues(resource) : undefined}
          resetOptions={keepsTyped ? { keepDirtyValues: true } : undefined}
          disableInvalidFormNotification
        >
          <Revalidation />
          <UnsavedGuard />
          <FillIns resource={resource} operation={operation} />
          <FormDraft operation={operation} onTypedOver={onTypedOver} />
          <ProblemSummary />
          <WithAside>
            <Sections operation={operation} />
          </WithAside>
          <FormPanels />
          <FormToolbar operation={operation} />
        </Form>
      </div>
    </NewRecordsContext>
  )
}
