/** Under which key what waits for oneself is kept. */
export const waitingKey = ['waiting']
