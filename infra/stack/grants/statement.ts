import { TABLE_KEYS } from '../table.ts';

/** The resources that grants refer to. ARNs may be unresolved until the deployment. */
export interface Resources {
  table: { name: string; arn: string };
  content: { name: string; arn: string };
  /** `url`: the address of its files. */
  media: { name: string; arn: string; url: string };
  /** The secrets that the site's configuration names, but for that of single sign-on. */
  secretArns: readonly string[];
  /** The secret of single sign-on, where the site has it. */
  signInSecretArns: readonly string[];
  schedules: { group: string; arn: string; roleArn: string; failuresArn: string; publisherArn: string };
  /** The edge's distribution, and that of the files; none without an edge. */
  distributions: readonly { id: string; arn: string }[];
  /** The queue of seconds in which posts are due. */
  due: { arn: string; url: string };
}

/** An allow statement of a policy. */
export interface Statement {
  actions: readonly string[];
  resource: string;
  conditions?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** The policy statements of a named grant of a row in the route table. */
export type MakeStatements = (resources: Resources) => Statement[];

/** Allows actions on items of these partitions only; with StringNotLike, of all others. */
export function partitionStatement(
  { table }: Pick<Resources, 'table'>,
  actions: readonly string[],
  partitions: readonly string[],
  operator: 'StringLike' | 'StringNotLike' = 'StringLike',
): Statement {
  const conditions = { [`ForAllValues:${operator}`]: { 'dynamodb:LeadingKeys': partitions } };
  return { actions, resource: table.arn, conditions };
}

export const WRITING = ['dynamodb:PutItem', 'dynamodb:DeleteItem'];

/** Allows puts and deletes of items in these partitions only. */
export function writeStatement(resources: Resources, partitions: readonly string[]): Statement {
  return partitionStatement(resources, WRITING, partitions);
}

/** Allows updates of these attributes only. */
export function updateStatement(
  table: Resources['table'],
  partitions: readonly string[],
  attributes: readonly string[],
): Statement {
  return {
    actions: ['dynamodb:UpdateItem'],
    resource: table.arn,
    conditions: {
      'ForAllValues:StringLike': {
        'dynamodb:LeadingKeys': partitions,
        'dynamodb:Attributes': [TABLE_KEYS.partition, TABLE_KEYS.sort, ...attributes],
      },
    },
  };
}
