/** The folder that a repair of the database fills. While it exists, the repair is not finished. */
export function repairedFolder(dir: string): string {
  return `${dir}.repaired`;
}
