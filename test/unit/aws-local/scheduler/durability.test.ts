import { CreateScheduleCommand, GetScheduleCommand } from '@aws-sdk/client-scheduler';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ScheduleStore } from '../../../../infra/aws-local/scheduler/store.ts';
import { restoreClock, stopClockAt } from '../../../support/time/clock.ts';
import { clientFor, scheduleInput, start } from './harness.ts';
import { until } from '../../../support/time/until.ts';

const MOMENT = Date.parse('2030-06-01T12:00:00Z');
const AT = { ScheduleExpression: 'at(2030-06-01T12:00:00)' };

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'scheduler-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  return dir;
}

test('the scheduler’s stand-in keeps every acknowledged schedule after kill -9', async () => {
  const dir = await folder();
  const child = fork(join(import.meta.dirname, 'child.ts'), [dir], { execArgv: ['--import', 'tsx'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [url] = (await once(child, 'message')) as [string];
  const client = clientFor(url);
  const acknowledged: string[] = [];
  const write = async () => {
    for (let i = 0; ; i += 1) {
      await client.send(new CreateScheduleCommand(scheduleInput({ Name: `post-${i}` })));
      acknowledged.push(`post-${i}`);
      if (acknowledged.length === 30) child.kill('SIGKILL');
    }
  };
  await expect(write()).rejects.toThrow();
  const restarted = await start({ dir });
  for (const Name of acknowledged) await restarted.client.send(new GetScheduleCommand({ Name }));
});

test('the scheduler’s stand-in invokes schedules once, at its start, that became due while it was stopped', async () => {
  onTestFinished(restoreClock);
  const dir = await folder();
  stopClockAt(MOMENT - 60_000);
  const first = await start({ dir });
  await first.client.send(new CreateScheduleCommand(scheduleInput(AT)));
  await first.server.close();
  stopClockAt(MOMENT + 60_000);
  const second = await start({ dir });
  await until(() => expect(second.calls).toHaveLength(1));
  await second.server.close();
  const third = await start({ dir });
  await third.client.send(new GetScheduleCommand({ Name: 'post-1' }));
  expect(third.calls).toHaveLength(0);
});

test('the scheduler’s stand-in deletes half-written files, and distinguishes names that differ only in case', async () => {
  const dir = await folder();
  const { client } = await start({ dir });
  await client.send(new CreateScheduleCommand(scheduleInput({ Name: 'a', ActionAfterCompletion: 'DELETE' })));
  await client.send(new CreateScheduleCommand(scheduleInput({ Name: 'A' })));
  const [group = ''] = await readdir(dir);
  await writeFile(join(dir, group, 'half.tmp'), '{"defin');
  const restarted = await start({ dir });
  const small = await restarted.client.send(new GetScheduleCommand({ Name: 'a' }));
  expect(small.ActionAfterCompletion).toBe('DELETE');
  expect(await readdir(join(dir, group))).toHaveLength(2);
});

test.each([
  ['empty', ''],
  ['cut', '0badc0de\n{"definition":{"Na'],
  ['changed', '0badc0de\n{}'],
])(
  'the scheduler’s stand-in sets a schedule aside whose file is %s, and loads the others',
  async (_what, content) => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => errors.mockRestore());
    const dir = await folder();
    const { client } = await start({ dir });
    await client.send(new CreateScheduleCommand(scheduleInput({ Name: 'whole' })));
    const [group = ''] = await readdir(dir);
    await writeFile(join(dir, group, 'damaged.json'), content);
    const restarted = await start({ dir });
    await restarted.client.send(new GetScheduleCommand({ Name: 'whole' }));
    expect(await readdir(join(dir, group))).toContain('damaged.json.damaged');
    expect(errors.mock.calls.flat().join()).toContain('damaged.json is damaged');
  },
);

test('the scheduler’s stand-in loads a schedule that a version without checksums wrote', async () => {
  const dir = await folder();
  const { client, server } = await start({ dir });
  await client.send(new CreateScheduleCommand(scheduleInput({ Name: 'old' })));
  await server.close();
  const [group = ''] = await readdir(dir);
  const [name = ''] = await readdir(join(dir, group));
  const file = join(dir, group, name);
  await writeFile(file, (await readFile(file, 'utf8')).split('\n')[1] ?? '');
  const restarted = await start({ dir });
  await restarted.client.send(new GetScheduleCommand({ Name: 'old' }));
});

test('the scheduler’s stand-in loads thousands of schedules', async () => {
  const dir = await folder();
  const store = new ScheduleStore(dir);
  const { Target } = scheduleInput();
  for (let i = 0; i < 3000; i += 1) {
    store.put({
      definition: {
        Name: `post-${i}`,
        GroupName: 'default',
        ScheduleExpression: 'at(2099-01-01T00:00:00)',
        ScheduleExpressionTimezone: 'UTC',
        State: 'ENABLED',
        Target: { Arn: Target?.Arn ?? '', RoleArn: Target?.RoleArn ?? '', Input: '{}' },
        FlexibleTimeWindow: { Mode: 'OFF' },
        ActionAfterCompletion: 'DELETE',
      },
      createdMs: 0,
      modifiedMs: 0,
      dueMs: 4_070_908_800_000,
    });
  }
  expect(new ScheduleStore(dir).all()).toHaveLength(3000);
});
