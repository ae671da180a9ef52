import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';

/** Runs in a worker, because V8 counts for a whole isolate. */
const COUNTING = `
const { Session } = require('node:inspector');
const { runInThisContext } = require('node:vm');
const { parentPort, workerData: { code, name, inputs } } = require('node:worker_threads');
const session = new Session();
session.connect();
let answer;
const ask = (method, parameters) => session.post(method, parameters, (error, result) => {
  if (error) throw error;
  answer = result;
});
ask('Profiler.enable');
ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const { [name]: subject } = runInThisContext(code, { filename: 'subject.js' });
const steps = inputs.map(input => {
  ask('Profiler.takePreciseCoverage');
  subject(input);
  ask('Profiler.takePreciseCoverage');
  const { functions } = answer.result.find(({ url }) => url === 'subject.js');
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
});
parentPort.postMessage(steps);
`;

/**
 * How many blocks of code a function of a module runs for each input, as V8 counts them: the same on every machine. What regular
 * expressions do is not counted.
 * @param change plants a fault into the bundled code
 */
export async function countSteps(
  file: string,
  name: string,
  inputs: readonly string[],
  change: (code: string) => string = code => code,
): Promise<number[]> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'iife',
    globalName: 'testedModule',
    footer: { js: 'testedModule' },
  });
  const code = change(outputFiles.map(({ text }) => text).join(''));
  const worker = new Worker(COUNTING, { eval: true, workerData: { code, name, inputs } });
  const [steps] = (await once(worker, 'message')) as [number[]];
  await worker.terminate();
  return steps;
}
