import type { AnyResource } from '#engine/declaration/resource.ts'

/** Records that belong to a person: of which resource, and by what they are found. */
export interface PersonPart {
  readonly resource: AnyResource
  /** As a list takes it. */
  readonly filter: Readonly<Record<string, unknown>>
}

/** Resources that name a record by the name of its resource and its id: the activity log, who read what. */
const namesRecords = ({ fields }: AnyResource) => fields.object !== undefined && fields.objectId !== undefined

/**
 * Everything that is kept about the person of a record, by the declarations alone: the record, all that refers to it,
 * and what is said of it by name and number.
 */
export function personParts(
  resource: AnyResource,
  id: string,
  resources: Readonly<Record<string, AnyResource>>,
): PersonPart[] {
  const others = Object.values(resources)
  const referring = others.flatMap((other) =>
    Object.entries(other.fields).flatMap(([name, field]) =>
      field.target === resource.name && field.heldBy === undefined
        ? [{ resource: other, filter: { [name]: Number(id) } }]
        : [],
    ),
  )
  const naming = others
    .filter(namesRecords)
    .map((other) => ({ resource: other, filter: { object: resource.name, objectId: id } }))
  return [{ resource, filter: { id: [Number(id)] } }, ...referring, ...naming]
}
