import type { AnyResource } from '#engine/declaration/resource.ts'

/** Whether records of a resource are imported: those that can be made are, but for those a route of its own makes. */
export const isImported = ({ access, madeElsewhere }: AnyResource): boolean =>
  !madeElsewhere && access.create !== 'nobody'
