import { sectionsOf } from '../derivePages.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { OptionalSections } from './OptionalSections.tsx'
import { Section } from './Section.tsx'

/** The sections of a form; of `only` those of these names, without what is optional. */
export function Sections({
  operation,
  only,
}: {
  operation: 'create' | 'update'
  only?: ReadonlySet<string> | undefined
}) {
  const resource = useConfiguredResource()
  const actor = useActor()
  const sections = sectionsOf({ resource, actor, operation })
    .map((section) => ({ ...section, fields: section.fields.filter((each) => only?.has(each.name) ?? true) }))
    .filter(({ fields }) => fields.length > 0)
  const [optional, always] = [true, false].map((wanted) => sections.filter(({ isOptional }) => isOptional === wanted))
  return (
    <>
      {always!.map((section) => (
        <Section key={section.name} operation={operation} section={section} />
      ))}
      {!only && optional!.length > 0 && <OptionalSections operation={operation} sections={optional!} />}
    </>
  )
}
