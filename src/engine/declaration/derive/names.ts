/** camelCase to snake_case. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The table of a resource. */
export const tableName = (resource: string): string => snakeCase(resource)
/** The column of a field. */
export const columnName = (field: string): string => snakeCase(field)
/** Where every value that a resource's dated fields ever had is kept. */
export const historyTableName = (resource: string): string => `${snakeCase(resource)}_history`
