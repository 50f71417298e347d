import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isLong = ({ moduleId }: TestSpecification) =>
  /\/tests\/browser\/(walk|controls|start|additions|clicks)/.test(moduleId)

/**
 * The browser tests that take minutes begin before the others, so that none is left to run alone at the end. Without
 * results of an earlier run files are ordered by their size, and these are small.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const pages = sorted.filter(({ project }) => project.name === 'e2e')
    return [
      ...sorted.filter((file) => !pages.includes(file)),
      ...pages.filter(isLong),
      ...pages.filter((file) => !isLong(file)),
    ]
  }
}
