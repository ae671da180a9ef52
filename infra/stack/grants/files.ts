import type { NamedGrant } from '../../../functions/runtime/route.ts';
import { listPartitions } from '../../../shared/platform/store/records/partitions.ts';
import { Uploads } from '../../../shared/library/uploads/record.ts';
import { partitionStatement, type MakeStatements } from './statement.ts';

/** The files of the two buckets. */
export const FILES_STATEMENTS = {
  'content:read': ({ content }) => [{ actions: ['s3:GetObject'], resource: `${content.arn}/content/*` }],
  'content:write': ({ content }) => [{ actions: ['s3:PutObject'], resource: `${content.arn}/content/*` }],
  'content:delete': ({ content }) => [
    {
      actions: ['s3:ListBucket'],
      resource: content.arn,
      conditions: { StringLike: { 's3:prefix': 'content/*' } },
    },
    { actions: ['s3:DeleteObject'], resource: `${content.arn}/content/*` },
  ],
  'media:read': ({ media }) => [{ actions: ['s3:GetObject'], resource: `${media.arn}/images/*` }],
  'media:write': ({ media }) => [
    { actions: ['s3:PutObject'], resource: `${media.arn}/images/*` },
    { actions: ['s3:PutObject'], resource: `${media.arn}/documents/*` },
  ],
  'media:delete': ({ media }) => [
    {
      actions: ['s3:ListBucket'],
      resource: media.arn,
      conditions: { StringLike: { 's3:prefix': ['images/*', 'documents/*'] } },
    },
    { actions: ['s3:DeleteObject'], resource: `${media.arn}/images/*` },
    { actions: ['s3:DeleteObject'], resource: `${media.arn}/documents/*` },
  ],
  // An upload with a presigned form has the rights of the function that signed it.
  'uploads:write': ({ content, table }) => [
    { actions: ['s3:PutObject'], resource: `${content.arn}/uploads/*` },
    partitionStatement({ table }, ['dynamodb:PutItem'], listPartitions(Uploads)),
  ],
  'uploads:read': ({ content }) => [{ actions: ['s3:GetObject'], resource: `${content.arn}/uploads/*` }],
  'tasks:write': ({ content }) => [{ actions: ['s3:PutObject'], resource: `${content.arn}/tasks/*` }],
  'tasks:read': ({ content }) => [{ actions: ['s3:GetObject'], resource: `${content.arn}/tasks/*` }],
} satisfies Partial<Record<NamedGrant, MakeStatements>>;
