import type { Choices } from '#engine/declaration/choices.ts'
import * as declared from './choices.ts'

/** Every closed list under its own name, for option lists and labels. */
export const choices = { ...declared } satisfies { [Name in keyof typeof declared]: Choices<Name> }
