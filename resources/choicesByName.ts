import type { Choices } from '../src/config/choices.ts'
import * as declared from './choices.ts'

/** Every closed list by its own name, for option lists and labels. */
export const choices = { ...declared } satisfies Record<string, Choices>

/** Does every list stand under its own name? Checked by the compiler: the labels are found by it. */
type Misnamed = { [Key in keyof typeof choices]: (typeof choices)[Key]['name'] extends Key ? never : Key }[keyof typeof choices]
export const misnamedChoices: readonly Misnamed[] = []
