import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { featureShape } from './features.ts'
import { exactly, flag, mapOf, numberIn, textLike } from './shapes.ts'

const weekSeconds = 604_800
const timeOfDay = textLike(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "a time of the day, '06:00'")
const camelName = textLike(/^[a-z][A-Za-z0-9]*$/, 'a name in camelCase')

/** Jobs say when they run, in one of the two ways, and nothing else. */
export function checkJobs(configuration: Configuration): ConfigurationProblem[] {
  const { jobs } = configuration
  const job = exactly({
    dailyAt: timeOfDay,
    everySeconds: numberIn({ min: 1, max: weekSeconds }),
    atFirstStart: flag,
    feature: featureShape(configuration),
  })
  const unclear = Object.entries(jobs ?? {}).filter(
    ([, said]) => (said?.dailyAt === undefined) === (said?.everySeconds === undefined),
  )
  return [
    ...mapOf(job, camelName)(jobs, ['jobs']),
    ...unclear.map(([name]) =>
      problemAt(['jobs', name], {
        code: 'C120',
        what: 'A job runs at a time of the day or every so many seconds, one of the two.',
        how: "Write dailyAt: '06:00', or everySeconds: 600.",
      }),
    ),
  ]
}
