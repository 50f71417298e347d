/** A record's page: react-admin's frame without its card, since sections are sheets of their own, and the office's heading. */
export const formPage = {
  maxWidth: 1100,
  mx: 'auto',
  '& .RaEdit-main, & .RaCreate-main': { display: 'block', m: 0 },
} as const
