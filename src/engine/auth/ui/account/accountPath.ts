/** Where one's own account is. */
export const accountPath = '/account'
