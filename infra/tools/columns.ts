/** Prints a table with aligned columns. */
export function printColumns(head: readonly string[], lines: readonly (readonly string[])[]): void {
  const rows = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...rows.map(cells => cells[column]?.length ?? 0)));
  for (const cells of rows)
    console.log(
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
