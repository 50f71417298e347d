import { countingWhile, type JsonSchema, kinds, orNull } from '../kinds/index.ts'
import { deprecatedFields } from './flatFields.ts'
import type { FieldMap } from '../fields/index.ts'
import { type AnyResource, guardProperty, stepUpProperties } from '../resource.ts'

function properties(
  fields: FieldMap,
  canBeEmpty: (name: string) => boolean,
  conditions: AnyResource['visibleWhen'] = {},
  older: ReadonlySet<string> = new Set(),
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const said = countingWhile(kinds[field.kind].schema(field), conditions[name])
      const schema = older.has(name) ? { ...said, deprecated: true } : said
      return [name, canBeEmpty(name) ? orNull(schema) : schema]
    }),
  )
}

const systemProperties: Readonly<Record<string, JsonSchema>> = {
  id: { type: 'integer', readOnly: true },
  version: {
    type: 'integer',
    description: 'rises with each write; send it back and a write that is based on an older one is refused',
  },
  createdAt: { type: 'string', format: 'date-time', readOnly: true },
  updatedAt: { type: 'string', format: 'date-time', readOnly: true },
}

function proofSchema(
  { effects }: AnyResource,
  { property, shape }: { property: string; shape: 'create' | 'update' },
): JsonSchema {
  const when = shape === 'create' ? '' : ` and one of these changes: ${Object.keys(effects.guarded).join(', ')}`
  if (property !== guardProperty)
    return {
      type: 'string',
      writeOnly: true,
      description: `The present password, where the record is of whoever changes it${when}`,
    }
  return {
    type: 'string',
    pattern: '^[0-9]{6}$',
    writeOnly: true,
    description: `The code that the user's authenticator shows now, where there is one${when}`,
  }
}

/** The JSON Schema of a record as it is read, made or changed. */
export function recordJsonSchema({
  resource,
  shape,
}: {
  resource: AnyResource
  shape: 'read' | 'create' | 'update'
}): JsonSchema {
  const kept = Object.entries(resource.fields).filter(([, field]) =>
    shape === 'read' ? field.kind !== 'password' : !field.readOnly,
  )
  const fields = Object.fromEntries(kept)
  const confirmations = kept.flatMap(([, field]) =>
    shape !== 'read' && field.confirmedBy ? [[field.confirmedBy, { type: 'string', writeOnly: true }] as const] : [],
  )
  const isNeeded = (name: string) =>
    Boolean(fields[name]!.required && !resource.visibleWhen[name] && !resource.requiredWhen[name])
  return {
    type: 'object',
    additionalProperties: false,
    required:
      shape === 'create'
        ? Object.keys(fields).filter((name) => isNeeded(name) && fields[name]!.default === undefined)
        : shape === 'read'
          ? ['id', 'version']
          : [],
    properties: {
      ...(shape === 'read' ? systemProperties : shape === 'update' ? { version: systemProperties.version } : {}),
      ...properties(
        fields,
        (name) => shape === 'read' || !isNeeded(name),
        resource.visibleWhen,
        deprecatedFields(resource),
      ),
      ...Object.fromEntries(confirmations),
      ...(shape === 'read'
        ? {}
        : Object.fromEntries(
            stepUpProperties(resource, shape).map((property) => [property, proofSchema(resource, { property, shape })]),
          )),
    },
  }
}

/** The JSON Schema of what an action takes. */
export function inputJsonSchema(fields: FieldMap): JsonSchema {
  return {
    type: 'object',
    required: Object.keys(fields).filter((name) => fields[name]!.required),
    properties: properties(fields, (name) => !fields[name]!.required),
  }
}
