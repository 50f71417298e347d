export { passwordProblems } from '#engine/values/passwords.ts'

/** Loads the rules of passwords where they are not there from the start: see `passwordRulesInPages.ts`. */
export const loadPasswordRules = async (): Promise<void> => {}
