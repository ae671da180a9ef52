/** A value as it is written in JavaScript. */
export function toJs(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toJs).join(', ')}]`;
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(
    ([name, member]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`}: ${toJs(member)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** A value as it is written in Python. */
export function toPython(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${toPython(member)}`)
    .join(', ')}}`;
}
