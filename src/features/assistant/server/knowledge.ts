import { measures } from '#resources/measures.ts'
import { profiles, roleKeys } from '#resources/roles.ts'
import { businessDay, startOfMonth } from '#engine/values/calendar.ts'
import { periodBefore } from '#engine/values/periodPresets.ts'
import type { Asked } from './tools/tool.ts'
import { zoneOf } from '#engine/records/server/change.ts'

/** Something an assistant may read beside calling tools. */
interface Known {
  readonly uri: string
  readonly title: string
  read(): object
}

/** The present day where the business is, and the month so far beside the same days of the month before. */
export function presentMonth({ context, actor }: Pick<Asked, 'context' | 'actor'>) {
  const zone = zoneOf(context, actor)
  const today = businessDay({ at: context.now(), zone })
  const monthSoFar = { from: startOfMonth(today), to: today }
  return { today, zone, monthSoFar, before: periodBefore(monthSoFar) }
}

/** What measures, roles and days are, in the user's language. */
export function knowledge(asked: Asked): Known[] {
  const { translate } = asked
  return [
    {
      uri: 'office://measures',
      title: translate('assistant.resources.measures'),
      read: () => ({
        measures: Object.entries(measures).map(([name, { unit, grain, formula }]) => ({
          name,
          label: translate(`measures.${name}`),
          unit,
          grain,
          formula,
        })),
      }),
    },
    {
      uri: 'office://roles',
      title: translate('assistant.resources.roles'),
      read: () => ({
        roles: roleKeys.map((name) => ({ name, label: translate(`choices.role.${name}`) })),
        profiles,
        yours: [...asked.actor.roles],
      }),
    },
    { uri: 'office://calendar', title: translate('assistant.resources.calendar'), read: () => presentMonth(asked) },
  ]
}

/** A question that a person starts with a click. */
interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly argument: { readonly name: string; readonly description: string }
  text(given: string | undefined): string
}

/** Of a value that goes into a text: nothing that could say more than a value. */
const word = (given: string | undefined, pattern: RegExp, usual: string) =>
  given !== undefined && pattern.test(given) ? given : usual

/** The questions, in the user's language. */
export function prompts(asked: Asked): Prompt[] {
  const said = (name: string, values = {}) => asked.translate(`assistant.prompts.${name}`, values)
  return [
    {
      name: 'close_the_month',
      title: said('closeTitle'),
      description: said('close'),
      argument: { name: 'month', description: said('month') },
      text: (given) =>
        said('closeText', { month: word(given, /^\d{4}-\d\d$/, presentMonth(asked).before.from.slice(0, 7)) }),
    },
    {
      name: 'why_did_it_fall',
      title: said('fallTitle'),
      description: said('fall'),
      argument: { name: 'measure', description: said('measure') },
      text: (given) => said('fallText', { measure: word(given, /^[a-z_]{1,40}$/, 'ngr') }),
    },
  ]
}
