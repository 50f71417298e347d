/** Where what was removed waits to be brought back. */
export const trashPath = '/management/trash'
