/** Under which key jobs and their runs are kept. */
export const jobsKey = ['job']
