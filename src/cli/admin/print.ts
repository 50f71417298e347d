/** Writes a line for the person at the terminal. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Lays rows out in columns, each as wide as its widest cell. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows.reduce<number[]>(
    (found, row) => row.map((cell, index) => Math.max(found[index] ?? 0, cell.length)),
    [],
  )
  for (const row of rows)
    print(
      row
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
}
