import { execFile } from 'node:child_process';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of infra/tools in its own process. A variable that is undefined is removed from its environment. */
export function runCli(
  name: string,
  args: readonly string[],
  variables: Record<string, string | undefined> = {},
): Promise<Outcome> {
  return new Promise(resolve => {
    const env = { ...process.env, ...variables };
    const command = ['--import', 'tsx', `infra/tools/${name}.ts`, ...args];
    execFile(process.execPath, command, { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}
