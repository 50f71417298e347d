/** Under which key the inbox of the home page is kept. */
export const inboxKey = ['dashboard', 'inbox']
