/** Where an affiliate arrives. */
export const portalPath = '/portal'
