/** Where the partner hierarchy is, inside the pages; people see `/registers/partner/hierarchy`. */
export const hierarchyPath = '/partner/hierarchy'
