import type { ListQuery } from './definition.ts';
import { invalid } from './errors.ts';
import { arnOf, keyOf, type Schedule } from './schedule.ts';

const epochSeconds = (ms: number) => ms / 1000;

/** GetSchedule's answer: times are epoch seconds. */
export function describe({ definition, createdMs, modifiedMs }: Schedule) {
  const { ClientToken: _, ...shown } = definition;
  return {
    Arn: arnOf(definition),
    ...shown,
    CreationDate: epochSeconds(createdMs),
    LastModificationDate: epochSeconds(modifiedMs),
  };
}

function summarize({ definition, createdMs, modifiedMs }: Schedule) {
  return {
    Arn: arnOf(definition),
    Name: definition.Name,
    GroupName: definition.GroupName,
    State: definition.State,
    CreationDate: epochSeconds(createdMs),
    LastModificationDate: epochSeconds(modifiedMs),
    Target: { Arn: definition.Target.Arn },
  };
}

const positionOf = ({ definition: { GroupName, Name } }: Schedule) => keyOf(GroupName, Name);

const tokenOf = (last: Schedule) => Buffer.from(positionOf(last)).toString('base64url');

function positionFrom(token: string): string {
  const position = Buffer.from(token, 'base64url').toString();
  if (!/^[\w.-]+\/[\w.-]+$/.test(position)) throw invalid('Invalid NextToken.');
  return position;
}

/** One page of ListSchedules, going on after the last schedule of the page before, were it deleted since. */
export function pageOf(schedules: Schedule[], query: ListQuery) {
  const after = query.NextToken === undefined ? '' : positionFrom(query.NextToken);
  const matching = schedules.filter(
    each =>
      positionOf(each) > after &&
      (query.ScheduleGroup === undefined || each.definition.GroupName === query.ScheduleGroup) &&
      (query.State === undefined || each.definition.State === query.State) &&
      each.definition.Name.startsWith(query.NamePrefix ?? ''),
  );
  const page = matching.slice(0, query.MaxResults);
  const last = page.at(-1);
  return {
    Schedules: page.map(summarize),
    ...(last !== undefined && matching.length > page.length && { NextToken: tokenOf(last) }),
  };
}
