/** Where an affiliate arrives after signing in. */
export const portalPath = '/portal'

/** Where users find the files made for them. */
export const downloadsPath = '/downloads'

/** The partner hierarchy inside the pages; people see `/registers/partner/hierarchy`. */
export const hierarchyPath = '/partner/hierarchy'
