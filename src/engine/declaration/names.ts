/**
 * The words a configuration may use that only `resources/` knows: roles, events, measures and named server-side work.
 * `resources/` adds them by module augmentation, so a misspelt role or effect is a compile error here
 * although this folder never imports `resources/`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface ConfigurationNames {}

type NameOf<Key extends string> = ConfigurationNames extends Record<Key, infer Name extends string> ? Name : string

/** A role key, as `resources/roles.ts` lists them. */
export type RoleName = NameOf<'role'>
/** Server-side work that follows a write, implemented under `src/features/{feature}/server/effects/`. */
export type EffectName = NameOf<'effect'>
/** Server-side work beside a transition, in its transaction, implemented under `src/features/{feature}/server/`. */
export type TransitionEffectName = NameOf<'transition'>
/** What proves that it is really that person who changes a field, implemented under `src/features/{feature}/server/effects/`. */
export type GuardName = NameOf<'guard'>
/** A server-side check that needs the database, implemented under `src/features/{feature}/server/effects/`. */
export type CheckName = NameOf<'check'>
/** A value computed by the server when a record is read, implemented under `src/features/{feature}/server/effects/`. */
export type ComputedName = NameOf<'computed'>
/** The name of a job, as `resources/jobs.ts` declares them; what it does is under `src/app/server/jobs/`. */
export type JobName = NameOf<'job'>
// Each of these by itself: columns of movement are made of events, measures of columns, jobs name features.
/** What companies can switch off, as `resources/features.ts` declares it. */
export type FeatureName = ConfigurationNames['feature']
/** The type of an event, as `resources/events.ts` declares them. */
export type EventName = ConfigurationNames['event']
/** The name of a measure, as columns of reports carry it; `resources/measures.ts` has all of them. */
export type MeasureName = ConfigurationNames['measure']
/** The measures that exist for one product alone. */
export type ProductMeasure = ConfigurationNames['productMeasure']
