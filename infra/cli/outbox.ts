import {
  BACKLOG_PARTITIONS,
  dueAt,
  readItemName,
  type OutboxItem,
} from '../../shared/platform/store/outbox/outbox-item.ts';
import { failingItems, makeDueNow } from '../../shared/platform/store/outbox/outbox.ts';
import { countItems } from '../../shared/platform/store/table.ts';
import { failingDeliveries, type FailingDelivery } from '../../shared/posts/webhooks/failing.ts';
import { parse, startCommand, type Command } from '../core/command.ts';
import { explain, PLACE_OPTIONS, PLACE_USAGE, parsePlace, useTable, type Place } from './deployed.ts';
import { print } from '../core/terminal.ts';

const USAGE = `Usage: npm run outbox -- --stack <name> | --table <name> [--region <region>] [list]
       npm run outbox -- --stack <name> | --table <name> [--region <region>] retry <id> … | --all

list   lists the failed jobs that wait for a retry, and the deliveries to webhooks that failed: of the newest thousand of
       each webhook, those that wait for a retry and those that get none (POST /webhooks/<id>/deliveries/<id>/replay);
       and counts the jobs in the backlog of the search index
retry  makes jobs due now: the worker runs them within a minute

${PLACE_USAGE}`;

/** The number of items that one transaction can move. */
const BATCH_SIZE = 50;

interface Options extends Place {
  retry: boolean;
  /** The ids of the jobs to retry, or all failing jobs. */
  ids: string[];
  all: boolean;
}

/** @throws Error when the command line is wrong */
function readOptions(args: string[]): Options {
  const { values, positionals } = parse({
    args,
    options: { ...PLACE_OPTIONS, all: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [command = 'list', ...ids] = positionals;
  const retry = command === 'retry';
  if (!retry && command !== 'list') throw new Error(`${command} is neither list nor retry.`);
  if (retry === (ids.length === 0 && !values.all))
    throw new Error(retry ? 'Which jobs? Give their ids, or --all.' : 'Only retry takes ids or --all.');
  if (values.all && ids.length > 0) throw new Error('Give ids or --all, not both.');
  return { ...parsePlace(values), retry, ids, all: values.all };
}

async function run(options: Options): Promise<void> {
  await useTable(options);
  const failing = await failingItems();
  if (options.retry) {
    await retry(failing, options);
    return;
  }
  list(failing);
  listDeliveries(await failingDeliveries());
  await countBacklog();
}

async function countBacklog(): Promise<void> {
  const counts = await Promise.all(BACKLOG_PARTITIONS.map(pk => countItems({ pk, consistent: true })));
  const count = counts.reduce((sum, inPartition) => sum + inPartition, 0);
  if (count > 0) print(`In the backlog of the search index: ${count}.`);
}

const JOB_COLUMNS = ['id', 'failed', 'next try', 'kind', 'job', 'last error'];

function list(items: readonly OutboxItem[]): void {
  if (items.length === 0) print('No job is failing.');
  else printColumns(JOB_COLUMNS, items.map(toCells));
}

const DELIVERY_COLUMNS = ['webhook', 'delivery', 'failed', 'next try', 'action', 'post', 'last error'];

function listDeliveries(failing: readonly FailingDelivery[]): void {
  if (failing.length === 0) print('No delivery to a webhook is failing.');
  else printColumns(DELIVERY_COLUMNS, failing.map(toDeliveryCells));
}

function toDeliveryCells({ webhook, delivery }: FailingDelivery): string[] {
  const { id, attempts, next_attempt_ts: next, action, post_id } = delivery;
  const last = attempts.at(-1);
  return [
    String(webhook),
    String(id),
    `${attempts.length}×`,
    next === null ? 'none' : formatTime(next),
    action,
    String(post_id ?? ''),
    [last?.http_status, last?.error].filter(Boolean).join(' '),
  ];
}

function formatTime(ts: number): string {
  return new Date(ts * 1000).toISOString().replace('.000', '');
}

function toCells(item: OutboxItem): string[] {
  return [
    readItemName(item),
    `${item.attempts}×`,
    formatTime(dueAt(item)),
    item.kind,
    item.job,
    (item.error ?? '').replaceAll(/\s+/g, ' '),
  ];
}

async function retry(failing: readonly OutboxItem[], { ids, all }: Options): Promise<void> {
  const wanted = all ? failing : failing.filter(item => ids.includes(readItemName(item)));
  const madeDue: OutboxItem[] = [];
  for (let at = 0; at < wanted.length; at += BATCH_SIZE)
    madeDue.push(...(await makeDueNow(wanted.slice(at, at + BATCH_SIZE))));
  const taken = wanted.length - madeDue.length;
  print(`Due now: ${madeDue.length}.${taken > 0 ? ` Already taken by the worker: ${taken}.` : ''}`);
  const unknown = ids.filter(id => !failing.some(item => readItemName(item) === id));
  if (unknown.length > 0) throw new Error(`Not failing, or already completed: ${unknown.join(', ')}.`);
}

export const outbox: Command<Options> = { usage: USAGE, read: readOptions, run, explain };

await startCommand(import.meta.filename, outbox);

/** Prints a table with aligned columns. */
function printColumns(head: readonly string[], lines: readonly (readonly string[])[]): void {
  const rows = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...rows.map(cells => cells[column]?.length ?? 0)));
  for (const cells of rows)
    print(
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
