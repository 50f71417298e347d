/** Where one's own downloads are. */
export const downloadsPath = '/downloads'
