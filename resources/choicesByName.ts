import type { Choices } from '#engine/declaration/choices.ts'
import { overlayInForce } from '#lib/overlay/inForce.ts'
import { overlaidChoices } from '#engine/declaration/overlay/overlay.ts'
import * as declared from './choices.ts'

const byName = { ...declared } satisfies { [Name in keyof typeof declared]: Choices<Name> }

/** Every closed list under its own name, for option lists and labels. */
export const choices = overlaidChoices(byName, overlayInForce)
