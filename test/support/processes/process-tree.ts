import { readdir, readFile } from 'node:fs/promises';

/** The kernel counts processor time in hundredths of a second for programs. */
const TICKS_PER_SECOND = 100;

interface ProcessStat {
  pid: number;
  parent: number;
  /** Processor time of the process and of its ended children, in seconds. */
  cpuSeconds: number;
}

/** Parses `/proc/<pid>/stat`. The name, in parentheses, may have spaces and parentheses. */
export function parseStat(text: string): ProcessStat {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0);
  return { pid: Number.parseInt(text, 10), parent: fields[1] ?? 0, cpuSeconds: ticks / TICKS_PER_SECOND };
}

/** A process and all its descendants. */
export function findTree(root: number, processes: readonly ProcessStat[]): ProcessStat[] {
  const found = processes.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...processes.filter(({ parent }) => parent === pid));
  return found;
}

/** Seconds of processor time of a process and its descendants; NaN where there is no `/proc`. */
export async function readCpuSeconds(root: number): Promise<number> {
  const tree = findTree(root, await readProcesses());
  return tree.length === 0 ? NaN : tree.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

/** Bytes of memory of a process and its descendants, each shared page divided among them; NaN where there is no `/proc`. */
export async function readMemory(root: number): Promise<number> {
  const tree = findTree(root, await readProcesses());
  const texts = await Promise.all(
    tree.map(({ pid }) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')),
  );
  return tree.length === 0 ? NaN : texts.reduce((sum, text) => sum + parsePss(text), 0);
}

/** The bytes that `/proc/<pid>/smaps_rollup` states. */
export function parsePss(text: string): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}

async function readProcesses(): Promise<ProcessStat[]> {
  const names = await readdir('/proc').catch(() => []);
  const texts = await Promise.all(
    names
      .filter(name => /^\d+$/.test(name))
      .map(pid => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  );
  return texts.filter(text => text !== '').map(parseStat);
}
