/** A statement of a text, and where in the text it begins. */
export interface Statement {
  readonly text: string
  readonly at: number
}

/** What a semicolon may stand in without ending anything, then the semicolon, then everything else. */
const tokens = [
  /\b[eE]'(?:\\.|''|[^'\\])*'/,
  /'[^']*'/,
  /"[^"]*"/,
  /--[^\n]*/,
  /\/\*.*?\*\//,
  /\$(?<tag>(?:[A-Za-z_]\w*)?)\$.*?\$\k<tag>\$/,
  /;/,
  /./,
]
const token = new RegExp(tokens.map(({ source }) => source).join('|'), 'gs')

/**
 * The statements of a text, for who takes one at a time. Bodies of functions are texts in quotes; those that SQL spells
 * out (`begin atomic`) are not known here.
 */
export function splitStatements(sql: string): Statement[] {
  const ends = [...sql.matchAll(token)].filter(([found]) => found === ';').map(({ index }) => index + 1)
  return [0, ...ends]
    .map((at, each) => ({ text: sql.slice(at, ends[each]), at }))
    .filter(({ text }) => text.trim() !== '')
}
