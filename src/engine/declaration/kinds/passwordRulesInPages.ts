/*
 * What stands for `passwordRules.ts` in pages (`imports` of package.json): the common passwords would weigh on every page,
 * so the input of a password loads them before it is drawn.
 */
import type * as all from './passwordRules.ts'

let rules: typeof all.passwordProblems = () => []

/** Every rule that a password breaks: none before {@link loadPasswordRules}. */
export const passwordProblems: typeof all.passwordProblems = (password) => rules(password)

/** Loads the rules that {@link passwordProblems} goes by. */
export const loadPasswordRules: typeof all.loadPasswordRules = async () => {
  rules = (await import('#engine/values/passwords.ts')).passwordProblems
}
