/**
 * How many records of a field that refers to several a list names: a cell shows as many, then how many more there are.
 */
export const namesEmbeddedMax = 3

/**
 * What a record of a list brings along where names are asked for (`embed`): by field, the names of the records it
 * refers to, by id.
 */
export type EmbeddedNames = Readonly<Record<string, Readonly<Record<string, string>>>>
