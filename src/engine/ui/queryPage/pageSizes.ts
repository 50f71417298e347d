/** How many rows a page may show. */
export const pageSizes: readonly number[] = [25, 50, 100]

/**
 * The page and its size as they stand in an address; the first page and the smallest size where they cannot be read.
 */
export function readPaging(get: (name: string) => string): { page: number; size: number } {
  const size = Number(get('size'))
  return {
    page: /^[1-9]\d{0,6}$/.test(get('page')) ? Number(get('page')) : 1,
    size: pageSizes.includes(size) ? size : pageSizes[0]!,
  }
}
