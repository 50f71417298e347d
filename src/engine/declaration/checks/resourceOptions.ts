import { subtreeActorKind, selfActorKind, scopeDimensions } from '../actor.ts'
import { errorCatalogue } from '../errorCatalogue.ts'
import { type AnyResource, filterStyles, natures, operations } from '../resource.ts'
import { type Configuration, problemAt } from './configuration.ts'
import { featureShape } from './features.ts'
import { labelShape, fieldShapes, keptFor } from './fieldOptions.ts'
import { pageShape } from './recordPages.ts'
import {
  anything,
  callable,
  either,
  exactly,
  flag,
  listOf,
  mapOf,
  numberIn,
  oneOf,
  openToOwn,
  type Shape,
  textLike,
  yes,
} from './shapes.ts'

const systemColumns = ['createdAt', 'updatedAt']
const isText = (value: unknown) => typeof value === 'string'

/** The names of what is declared, for looking up what names it. */
function namesIn(resource: AnyResource) {
  const fields = Object.keys(resource?.fields ?? {})
  return {
    fields: oneOf(fields, { code: 'C012', noun: 'field' }),
    columns: oneOf([...fields, ...systemColumns], { code: 'C015', noun: 'field' }),
    sorts: oneOf([...fields, ...systemColumns, 'id'], { code: 'C015', noun: 'field' }),
  }
}

function access({ roles }: Configuration): Shape {
  const role = oneOf(['root', ...roles], { code: 'C023', noun: 'role' })
  const orNobody = oneOf(['root', 'nobody', ...roles], { code: 'C023', noun: 'role' })
  const rights = Object.fromEntries(
    operations.map((name) => [name, name === 'list' || name === 'read' ? role : orNobody]),
  )
  const path = textLike(/^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)?$/, 'a field that leads there, or self')
  const scope = exactly(Object.fromEntries(scopeDimensions.map((dimension) => [dimension, path])))
  const options = oneOf(roles, { code: 'C023', noun: 'role' })
  const own = openToOwn(operations, ['names'], { atMost: numberIn({ min: 1, max: 10_000 }) })
  return exactly(
    {
      role,
      ...rights,
      options,
      grantedByReaders: yes,
      [selfActorKind]: own,
      [subtreeActorKind]: oneOf(['subtree'], { noun: 'part' }),
      scope: either(isText, oneOf(['everyone'], { noun: 'scope' }), scope),
    },
    ['role', 'scope'],
  )
}

function effects({ names }: Configuration, fields: Shape): Shape {
  const effect = listOf(oneOf(names.effect, { code: 'C034', noun: 'effect' }))
  const guard = oneOf(names.guard, { code: 'C034', noun: 'guard' })
  return exactly({
    created: effect,
    removed: effect,
    changed: mapOf(effect, fields),
    guarded: mapOf(guard, fields),
    guardedCreation: either((value) => value === null, anything, guard),
  })
}

function actions(configuration: Configuration, fields: Shape): Shape {
  const needs = exactly(
    {
      value: textLike(),
      fields: listOf(fields, { min: 1 }),
      code: oneOf(Object.keys(errorCatalogue), { noun: 'error' }),
    },
    ['value', 'fields', 'code'],
  )
  const someRoles = listOf(oneOf(['root', ...configuration.roles], { code: 'C023', noun: 'role' }), { min: 1 })
  return mapOf(
    exactly({
      path: textLike(/^[a-z][a-z0-9_]*$/, 'a path in snake case'),
      bulk: flag,
      input: fieldShapes(configuration),
      set: fields,
      needs,
      noneChosen: oneOf(Object.keys(errorCatalogue), { noun: 'error' }),
      access: either(
        (said) => Array.isArray(said),
        someRoles,
        exactly({
          roles: either((said) => said === 'nobody', anything, someRoles),
          [selfActorKind]: oneOf(['self'], { noun: 'part' }),
        }),
      ),
    }),
  )
}

/** A resource that is kept for a time has something personal, which is what goes then. */
function keptPersonal(resource: AnyResource): Shape {
  return (value, path) => {
    const problems = keptFor(value, path)
    const isPersonal = Object.values(resource?.fields ?? {}).some((field) => field?.personal === true)
    if (problems.length > 0 || isPersonal) return problems
    return [
      problemAt(path, {
        code: 'C048',
        what: 'No field of it tells anything of a person, so there is nothing to be kept for a time.',
        how: 'Say personal: true of the fields that do, or remove keep.',
      }),
    ]
  }
}

/** A resource says what there is to say of it, and nothing else. */
export function resourceShape(configuration: Configuration): Shape {
  return (value, path) => {
    const { fields, columns, sorts } = namesIn(value as AnyResource)
    const direction = oneOf(['ASC', 'DESC'], { noun: 'direction' })
    const sort: Shape = (given, at) => [
      ...listOf(anything, { min: 2 })(given, at),
      ...(Array.isArray(given) ? [...sorts(given[0], [...at, '0']), ...direction(given[1], [...at, '1'])] : []),
    ]
    const condition = either(
      (said) => typeof said === 'object' && !Array.isArray(said),
      exactly({ not: anything }, ['not']),
      anything,
    )
    const sections = oneOf(Object.keys((value as AnyResource)?.optionalSections ?? {}), {
      code: 'C012',
      noun: 'optional section',
    })
    const optional = mapOf(
      exactly({
        notBeside: listOf(sections, { min: 1 }),
        onlyNew: yes,
        feature: featureShape(configuration),
        under: textLike(/^[a-z][A-Za-z0-9]*$/, 'a name in camelCase'),
      }),
    )
    return exactly(
      {
        name: textLike(/^[a-z][A-Za-z0-9]*$/, 'a name in camelCase'),
        path: textLike(),
        title: fields,
        keep: keptPersonal(value as AnyResource),
        nature: oneOf(natures, { noun: 'nature' }),
        feature: featureShape(configuration),
        madeElsewhere: yes,
        suspendable: yes,
        searchPlace: numberIn({ min: 1, max: 100 }),
        titled: listOf(columns, { min: 1 }),
        knownBy: listOf(fields, { min: 1 }),
        fields: fieldShapes(configuration),
        visibleWhen: mapOf(mapOf(condition, fields), fields),
        requiredWhen: mapOf(mapOf(condition, fields), fields),
        completeWith: mapOf(mapOf(condition, fields), fields),
        rules: mapOf(callable),
        checks: listOf(oneOf(configuration.names.check, { code: 'C034', noun: 'check' })),
        list: exactly(
          { columns: listOf(columns, { min: 1 }), sort, editable: listOf(fields), leads: listOf(columns, { min: 1 }) },
          ['columns', 'sort'],
        ),
        filters: mapOf(oneOf(filterStyles, { noun: 'style of filter' }), columns),
        form: mapOf(listOf(fields)),
        sections: mapOf(
          labelShape(configuration),
          oneOf(Object.keys((value as AnyResource).form ?? {}), { code: 'C010', noun: 'section' }),
        ),
        // What is said of a section stands in the form.
        optionalSections: (given, at) => optional(given, [...at.slice(0, -1), 'form']),
        page: pageShape(configuration, value as AnyResource),
        notes: either(
          (said) => typeof said === 'object',
          exactly({ shared: oneOf(['unsigned', 'signed'], { noun: 'word' }) }, ['shared']),
          yes,
        ),
        access: access(configuration),
        effects: effects(configuration, fields),
        actions: actions(configuration, fields),
      },
      ['name', 'path', 'title', 'fields', 'list', 'form', 'access'],
    )(value, path)
  }
}
