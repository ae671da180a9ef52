import { notImplemented, S3Error } from './errors.ts';
import { copyObject } from './operations/copy.ts';
import { deleteObjects } from './operations/delete.ts';
import { getObject, putObject } from './operations/get-put.ts';
import { listObjects } from './operations/list.ts';
import { postObject } from './operations/post.ts';
import { parameter, type S3Context, type S3Request, type S3Response } from './request.ts';

function createBucket({ store }: S3Context, { bucket }: S3Request): S3Response {
  store.createBucket(bucket);
  return { status: 200, headers: { location: `/${bucket}` } };
}

type Operation = (context: S3Context, request: S3Request) => S3Response | Promise<S3Response>;

const ON_BUCKET: Record<string, Operation> = {
  PUT: createBucket,
  GET: listObjects,
  POST: deleteObjects,
};

const ON_OBJECT: Record<string, Operation> = {
  PUT: putObject,
  GET: getObject,
  HEAD: getObject,
};

// Any other parameter selects another operation (?acl, ?uploads …), which must not run as one of these.
const PARAMETER = /^(?:x-id|x-amz-.*|list-type|prefix|delimiter|continuation-token|max-keys|delete)$/i;

function hasParameter(request: S3Request, name: string) {
  return parameter(request, name) !== undefined;
}

/** Whether this is a form upload, whose signature is in the body. */
export function isForm(request: Pick<S3Request, 'method' | 'key' | 'query'>) {
  return request.method === 'POST' && request.key === '' && parameter(request, 'delete') === undefined;
}

/** Finds the operation of a request. */
export function route(request: S3Request): Operation {
  const { method, bucket, key, query, headers } = request;
  const unknown = query.find(([name]) => !PARAMETER.test(name));
  if (unknown !== undefined) throw notImplemented(`${method} with ?${unknown[0]}`);
  if (bucket === '') throw notImplemented(`${method} of the service`);
  if (isForm(request)) return postObject;
  if (key === '' && method === 'GET' && !hasParameter(request, 'list-type'))
    throw notImplemented('ListObjects');
  if (key !== '' && method === 'PUT' && headers['x-amz-copy-source'] !== undefined) return copyObject;
  const operation = (key === '' ? ON_BUCKET : ON_OBJECT)[method];
  if (operation === undefined) {
    throw new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.', {
      Method: method,
    });
  }
  return operation;
}
