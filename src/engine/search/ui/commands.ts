/** What the palette does besides finding: verbs, and what they lead to. Pure, so that it can be tested without a page. */
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { addMonths, type Day, endOfMonth, startOfMonth } from '#engine/values/calendar.ts'
import { foldText } from '#engine/values/foldText.ts'
import { pages } from '#resources/pages.ts'
import type { ResourceMap } from '#engine/records/ui/ResourcesContext.tsx'
import type { FoundGroup, Hit } from './hits.ts'

/** What can be done by name: pay somebody, close a month, see why somebody earned something. */
type Verb = 'pay' | 'close' | 'why'

/** A verb and what it is about. */
export interface Command {
  readonly verb: Verb
  readonly about: string
}

type Translate = (key: string, options?: Record<string, unknown>) => string
interface Asked {
  readonly actor: Actor
  readonly resources: ResourceMap
  readonly translate: Translate
}

const verbs: readonly Verb[] = ['pay', 'close', 'why']
/** Who is paid, by the property of the payments' address. */
const payees = ['affiliate', 'partner']

const isFor: Readonly<Record<Verb, (asked: Asked) => boolean>> = {
  pay: ({ actor }) => pages.payments.isFor(actor),
  close: ({ actor }) => pages.jobs.isFor(actor),
  why: ({ actor, resources: { entry } }) => Boolean(entry && can({ actor, resource: entry, operation: 'list' })),
}

/** The command a text begins with, in the words of the language and of English; null where it is none one may give. */
export function commandIn(typed: string, asked: Asked): Command | null {
  const text = foldText(typed)
  for (const verb of verbs) {
    const words = asked.translate(`panels.search.verbs.${verb}`).split(',').map(foldText)
    const begun = [...words, verb].find((word) => text === word || text.startsWith(`${word} `))
    if (begun && isFor[verb](asked)) return { verb, about: typed.trim().slice(begun.length).trim() }
  }
  return null
}

/** What paying, or explaining, leads to for the records that were found. */
export function recordCommands({ verb }: Command, found: readonly FoundGroup[], { translate }: Asked): Hit[] {
  return found
    .filter(({ resource }) => payees.includes(resource))
    .flatMap(({ resource, records }) =>
      records.map(({ id, name }): Hit => ({
        to:
          verb === 'pay'
            ? `${pages.payments.path}?pay=${resource}-${id}`
            : `/entry?filter=${encodeURIComponent(JSON.stringify({ [resource]: [id] }))}&sort=day&order=DESC`,
        title: translate(`panels.search.commands.${verb}`, { name }),
        detail: translate(`resources.${resource}.name`, { smart_count: 1 }),
      })),
    )
}

/** What a verb leads to that is about nobody yet: everybody who can be paid, every entry. */
export function bareCommands({ verb }: Command, { translate }: Pick<Asked, 'translate'>): Hit[] {
  const hit =
    verb === 'pay' ? { to: `${pages.payments.path}?pay=ready`, name: 'payReady' } : { to: '/entry', name: 'whyAny' }
  return [{ to: hit.to, title: translate(`panels.search.commands.${hit.name}`) }]
}

/** The months that can be closed by name: the newest of that name that has begun, the two newest where none is named. */
export function closeCommands(
  about: string,
  { today, locale, translate }: { today: Day; locale: string; translate: Translate },
): Hit[] {
  const named = (language: string, month: Day) =>
    foldText(
      new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(new Date(`${month}T00:00:00Z`)),
    )
  const [word = '', year = ''] = foldText(about).split(/\s+/)
  const months = Array.from({ length: 36 }, (_, back) => addMonths(startOfMonth(today), -back))
  const isMeant = (month: Day) =>
    [locale, 'en'].some((language) => named(language, month).startsWith(word)) && month.startsWith(year)
  return months
    .filter(isMeant)
    .slice(0, word === '' ? 2 : 1)
    .map((month) => {
      const to = endOfMonth(month)
      const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
      return {
        to: `${pages.jobs.path}?from=${month}&to=${to < today ? to : today}`,
        title: translate('panels.search.commands.close', { name: name.format(new Date(`${month}T00:00:00Z`)) }),
        detail: translate('moneyPages.jobs.names.dailyClose'),
      }
    })
}
