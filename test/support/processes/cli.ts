import { execFile } from 'node:child_process';
import { vi } from 'vitest';
import { runCommand, type Command } from '../../../infra/core/command.ts';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of infra/cli in its own process. A variable that is undefined is removed from its environment. */
export function runCli(
  name: string,
  args: readonly string[],
  variables: Record<string, string | undefined> = {},
): Promise<Outcome> {
  return new Promise(resolve => {
    const env = { ...process.env, ...variables };
    const command = ['--import', 'tsx', `infra/cli/${name}.ts`, ...args];
    execFile(process.execPath, command, { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

/** Runs a command in this process, which takes a hundredth of the time that a process of its own needs to start. */
export async function runHere<Options>(command: Command<Options>, args: readonly string[]): Promise<Outcome> {
  const [stdout, stderr] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map(written);
  try {
    const code = await runCommand(command, [...args]);
    return { code, stdout: stdout!.lines.join(''), stderr: stderr!.lines.join('') };
  } finally {
    stdout!.stop();
    stderr!.stop();
  }
}

function written(spy: ReturnType<typeof vi.spyOn>) {
  const lines: string[] = [];
  spy.mockImplementation((line: unknown) => void lines.push(`${String(line)}\n`));
  return { lines, stop: () => spy.mockRestore() };
}
