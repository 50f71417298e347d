import { featureShape } from './features.ts'
import { listAddress } from '../derive/address.ts'
import { type CheckedMenuEntry, type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { labelShape, refusedValues } from './fieldOptions.ts'
import { exactly, flag, listOf, mapOf, oneOf, type Shape, textLike } from './shapes.ts'
import { nameOneOf } from './suggest.ts'

const name = textLike(/^[a-z][A-Za-z0-9]*$/, 'a name in camelCase')

/** The navigation says what there is to say of it, and nothing else. */
export function menuShape({ roles }: Configuration): Shape {
  const entry = exactly(
    {
      name,
      path: textLike(),
      roles: listOf(oneOf(roles, { code: 'C023', noun: 'role' })),
      root: flag,
      under: name,
      hint: flag,
    },
    ['name', 'path', 'roles'],
  )
  return mapOf(listOf(entry, { min: 1 }), name)
}

/** What a page asks of whoever opens it, by its address. */
function needsByAddress({ resources, reports, pages }: Configuration): Map<string, readonly string[]> {
  const needs = new Map<string, readonly string[]>(pages.map((path) => [path, []]))
  for (const resource of Object.values(resources))
    needs.set(listAddress(resource), [resource.access.list ?? resource.access.role])
  for (const { path, roles } of Object.values(reports)) needs.set(path, roles)
  return needs
}

/** Every entry leads to a page, asks what the page asks, and stands there once. */
export function checkMenu(configuration: Configuration): ConfigurationProblem[] {
  const needs = needsByAddress(configuration)
  const entries = Object.entries(configuration.menu).flatMap(([group, list]) =>
    list.map((entry, index) => ({ entry, path: ['menu', group, String(index)] })),
  )
  const names = entries.map(({ entry }) => entry.name)
  return entries.flatMap(({ entry, path }, index) => [
    ...leadsSomewhere(entry, path, needs),
    ...(names.indexOf(entry.name) < index
      ? [
          problemAt([...path, 'name'], {
            code: 'C062',
            what: `There is another entry called ${entry.name}.`,
            how: 'Give one of them another name.',
          }),
        ]
      : []),
  ])
}

function leadsSomewhere(
  entry: CheckedMenuEntry,
  path: readonly string[],
  needs: ReadonlyMap<string, readonly string[]>,
): ConfigurationProblem[] {
  const needed = needs.get(entry.path)
  if (!needed) {
    return [
      problemAt([...path, 'path'], {
        code: 'C060',
        what: `No page is at ${entry.path}.`,
        how: nameOneOf(entry.path, [...needs.keys()]),
      }),
    ]
  }
  const lacking = entry.root ? [] : needed.filter((role) => !entry.roles.includes(role))
  return lacking.map((role) =>
    problemAt([...path, 'roles'], {
      code: 'C061',
      what: `Whoever lacks ${role} would see an entry that opens nothing.`,
      how: role === 'root' ? 'Add root: true.' : `Add '${role}' to its roles.`,
    }),
  )
}

/** A value of a closed list. */
const value = textLike(/^[A-Za-z0-9_]+$/, 'a word of letters, digits and _')

/** The kinds of server-side work that are named. */
const workKinds = ['effect', 'transition', 'guard', 'check', 'computed']

/** Roles and the names of server-side work, which everything else names, are lists of names. */
export function checkNameLists({ roles, names, workFor, resources }: Configuration): ConfigurationProblem[] {
  const list = listOf(name)
  const work = oneOf(Object.values(names ?? {}).flat(), { code: 'C034', noun: 'server-side work' })
  const known = oneOf(Object.keys(resources), { code: 'C020', noun: 'resource' })
  return [
    ...mapOf(listOf(known, { min: 1 }), work)(workFor, ['workFor']),
    ...listOf(name, { min: 1 })(roles, ['roles']),
    ...exactly(Object.fromEntries(workKinds.map((kind) => [kind, list])), workKinds)(names, ['names']),
  ]
}

/** Closed lists of values, profiles and the navigation say what there is to say of them, and nothing else. */
export function checkLists(configuration: Configuration): ConfigurationProblem[] {
  const { choices, roles, profiles, profileNames } = configuration
  const role = oneOf(roles, { code: 'C023', noun: 'role' })
  const lacking = profileNames.filter((profile) => !profiles[profile])
  return [
    ...mapOf(
      exactly(
        {
          name,
          values: listOf(value, { min: 1 }),
          isKnown: flag,
          refused: refusedValues,
          label: mapOf(labelShape(configuration)),
          features: mapOf(featureShape(configuration)),
        },
        ['name', 'values'],
      ),
    )(choices, ['choices']),
    ...Object.entries(choices)
      .filter(([key, list]) => list?.name !== key)
      .map(([key, list]) =>
        problemAt(['choices', key], {
          code: 'C070',
          what: `It stands under ${key} but is called ${list?.name}.`,
          how: 'Give both the same name.',
        }),
      ),
    ...mapOf(listOf(role), oneOf(profileNames, { noun: 'profile' }))(profiles, ['profiles']),
    ...lacking.map((profile) =>
      problemAt(['profiles'], {
        code: 'C071',
        what: `Nothing is said of the profile ${profile}.`,
        how: `Add ${profile}: [ … ].`,
      }),
    ),
    ...menuShape(configuration)(configuration.menu, ['menu']),
  ]
}
