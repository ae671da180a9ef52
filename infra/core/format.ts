import { format } from 'oxfmt';

/** Formats a generated file. The file name only selects the language; no file is read or written. */
export async function formatSource(fileName: string, source: string, printWidth: number): Promise<string> {
  const { code, errors } = await format(fileName, source, { printWidth });
  if (errors.length > 0) throw new Error(`${fileName}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
