import { checkAccounts } from './checks/accounts.ts'
import { checkActivity, checkActivityOptions } from './checks/activity.ts'
import type { Configuration, ConfigurationProblem } from './checks/configuration.ts'
import { fieldShapes } from './checks/fieldOptions.ts'
import { checkFeatures } from './checks/features.ts'
import { checkForms } from './checks/forms.ts'
import { checkTaxes } from './checks/taxes.ts'
import { checkRisks } from './checks/risks.ts'
import { checkGateways } from './checks/gateways.ts'
import { checkJobs } from './checks/jobs.ts'
import { checkLabels, checkLanguages } from './checks/labels.ts'
import { checkFormulaOptions, checkFormulas } from './checks/measures.ts'
import { checkNames } from './checks/names.ts'
import { checkLists, checkMenu, checkNameLists } from './checks/navigation.ts'
import { checkDecisions, checkPages } from './checks/pages.ts'
import { checkReferences, checkStrangeWork, checkUsedNames } from './checks/references.ts'
import { checkPaths } from './checks/paths.ts'
import { checkReport, reportShape } from './checks/reports.ts'
import { resourceShape } from './checks/resourceOptions.ts'
import { checkRights, circularNeeds } from './checks/rights.ts'
import { checkRules } from './checks/ruleRuns.ts'
import { checkScope } from './checks/scopes.ts'
import { brokenForms, mapOf } from './checks/shapes.ts'
import { checkNotices } from './checks/notices.ts'
import { checkTransitions } from './checks/transitions.ts'
import { checkSignals } from './checks/webhooks.ts'
import { checkThemes } from './checks/themes.ts'

/**
 * Finds the mistakes of a configuration, those of types among them: it runs where no compiler does. An empty list means
 * that the configuration can be used.
 * @returns every mistake at once, in the order of the resources.
 */
export function checkConfiguration(configuration: Configuration): ConfigurationProblem[] {
  const named = checkNameLists(configuration)
  if (named.length > 0) return named
  const options = [
    ...mapOf(resourceShape(configuration))(configuration.resources, ['resources']),
    ...mapOf(reportShape(configuration))(configuration.reports, ['reports']),
    ...mapOf(fieldShapes(configuration))(configuration.requests, ['requests']),
    ...checkLists(configuration),
    ...checkActivityOptions(configuration),
    ...checkFormulaOptions(configuration),
    ...checkFeatures(configuration),
    ...checkJobs(configuration),
    ...checkAccounts(configuration),
    ...checkGateways(configuration),
    ...checkTaxes(configuration),
    ...checkRisks(configuration),
    ...checkNotices(configuration),
    ...checkSignals(configuration),
    ...checkPages(configuration),
    ...checkDecisions(configuration),
    ...checkTransitions(configuration),
  ]
  const themes = checkThemes(configuration)
  // What lacks its parts cannot be looked into any further.
  if (options.some(({ code }) => brokenForms.has(code))) return [...options, ...themes]
  const resources = Object.values(configuration.resources)
  return [
    ...checkNames(configuration),
    ...options,
    ...checkPaths(configuration),
    ...resources.flatMap((resource) => [
      ...checkForms(resource),
      ...checkReferences({ resource, configuration }),
      ...checkScope(resource, configuration),
      ...checkRights(resource),
      ...checkRules(resource, configuration),
    ]),
    ...circularNeeds(configuration.resources),
    ...Object.values(configuration.reports).flatMap((report) => checkReport(report, configuration)),
    ...checkActivity(configuration),
    ...checkFormulas(configuration),
    ...checkStrangeWork(configuration),
    ...checkUsedNames(configuration),
    ...checkLanguages(configuration),
    ...checkMenu(configuration),
    ...checkLabels(configuration),
    ...themes,
  ]
}
