import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** The input on which a secret is typed, and the output that shows the question. */
export interface Typing {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/** Asks for a secret, which is not shown while it is typed. @returns "" where nobody can type, or typing is ended */
export async function askSecret(
  question: string,
  { input, output }: Typing = { input: process.stdin, output: process.stderr },
): Promise<string> {
  if (!input.isTTY) return '';
  output.write(question);
  // With `terminal`, readline echoes what is typed to its output, which discards it.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  try {
    return await new Promise<string>(resolve => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
    output.write('\n');
  }
}
