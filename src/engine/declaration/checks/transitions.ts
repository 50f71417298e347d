import { errorCatalogue } from '../errorCatalogue.ts'
import type { AnyResource } from '../resource.ts'
import { type Lifecycle, statesBefore, type Transition } from '../transition.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { fieldShapes } from './fieldOptions.ts'
import { either, exactly, listOf, mapOf, oneOf, type Shape, textLike } from './shapes.ts'

type Path = readonly string[]

/** What a field can be filled with beside the inputs of a transition. */
const sources = ['actor', 'now', 'empty']

function transitionShape(configuration: Configuration, resource: AnyResource, states: readonly string[]): Shape {
  const { names, roles } = configuration
  const state = oneOf(states, { code: 'C143', noun: 'state' })
  const fields = oneOf(Object.keys(resource.fields ?? {}), { code: 'C012', noun: 'field' })
  return (value, path) => {
    const inputs = Object.keys((value as Transition | undefined)?.input ?? {})
    return exactly(
      {
        from: either(Array.isArray, listOf(state, { min: 1 }), state),
        to: state,
        roles: listOf(oneOf(roles, { code: 'C023', noun: 'role' }), { min: 1 }),
        by: oneOf(['another'], { noun: 'person' }),
        authors: listOf(textLike(), { min: 1 }),
        proof: oneOf(['code'], { noun: 'proof' }),
        seen: oneOf(['version'], { noun: 'property' }),
        input: fieldShapes(configuration),
        sets: mapOf(oneOf([...sources, ...inputs], { noun: 'input' }), fields),
        effect: oneOf(names.transition, { code: 'C034', noun: 'effect of a transition' }),
        refusal: oneOf(Object.keys(errorCatalogue), { noun: 'error' }),
        money: oneOf(['moves'], { noun: 'word' }),
        answers: oneOf(['record'], { noun: 'answer' }),
        summary: textLike(),
      },
      ['from', 'to'],
    )(value, path)
  }
}

/** What is wrong with a transition that has its form: who may make it. */
function missingPeople(transition: Transition, { access }: AnyResource, path: Path): ConfigurationProblem[] {
  const { roles, by, authors } = transition
  const isNobody = roles === undefined && access?.update === 'nobody'
  return [
    ...(isNobody
      ? [
          problemAt(path, {
            code: 'C145',
            what: 'Nobody may change these records, so nobody makes this transition.',
            how: "Say who may: roles: ['financial'].",
          }),
        ]
      : []),
    ...((by === 'another') === (authors !== undefined)
      ? []
      : [
          problemAt(path, {
            code: 'C146',
            what: by ? 'It is not said who its authors are.' : 'It names authors, who may decide all the same.',
            how: "Say both by: 'another' and authors, or neither.",
          }),
        ]),
  ]
}

function lifecycleProblems(
  lifecycle: Lifecycle,
  { resource, configuration, path }: { resource: AnyResource; configuration: Configuration; path: Path },
): ConfigurationProblem[] {
  const choices = Object.keys(resource.fields ?? {}).filter((name) => resource.fields[name]?.kind === 'choice')
  const states = resource.fields?.[lifecycle?.state]?.choices?.values ?? []
  const shape = exactly(
    {
      state: oneOf(choices, { code: 'C012', noun: 'choice' }),
      begins: listOf(oneOf(states, { code: 'C143', noun: 'state' }), { min: 1 }),
      transitions: mapOf(
        transitionShape(configuration, resource, states),
        textLike(/^[a-z][A-Za-z0-9]*$/, 'a name in camelCase'),
      ),
    },
    ['state', 'begins', 'transitions'],
  )
  const problems = shape(lifecycle, path)
  if (problems.length > 0) return problems
  const { begins, transitions } = lifecycle
  const all = Object.entries(transitions)
  const reached = new Set([...begins, ...all.map(([, { to }]) => to)])
  return [
    ...all.flatMap(([name, each]) => missingPeople(each, resource, [...path, 'transitions', name])),
    ...states
      .filter((state) => !reached.has(state))
      .map((state) =>
        problemAt([...path, 'begins'], {
          code: 'C144',
          what: `No transition leads to the state ${state}.`,
          how: `Add a transition to: '${state}', name it in begins where the server sets it, or remove it from the choice.`,
        }),
      ),
    ...all
      .filter(([, each]) => !statesBefore(each).some((state) => reached.has(state)))
      .map(([name]) =>
        problemAt([...path, 'transitions', name, 'from'], {
          code: 'C144',
          what: 'No record is ever in a state from which this leads.',
          how: 'Name a state among begins, or one that a transition leads to.',
        }),
      ),
  ]
}

/** Decisions name states, roles and effects there are; every state is one to which something leads. */
export function checkTransitions(configuration: Configuration): ConfigurationProblem[] {
  const { transitions, resources } = configuration
  const known = mapOf(() => [], oneOf(Object.keys(resources), { code: 'C020', noun: 'resource' }))
  return [
    ...known(transitions ?? {}, ['transitions']),
    ...Object.entries(transitions ?? {}).flatMap(([name, lifecycle]) =>
      resources[name]
        ? lifecycleProblems(lifecycle, { resource: resources[name], configuration, path: ['transitions', name] })
        : [],
    ),
  ]
}
