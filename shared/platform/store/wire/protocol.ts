import { Readable } from 'node:stream';
import { AwsJson1_0Protocol } from '@aws-sdk/core/protocols';
import type {
  EndpointBearer,
  HandlerExecutionContext,
  HttpRequest,
  HttpResponse,
  MetadataBearer,
  SerdeFunctions,
} from '@smithy/types';
import * as v from 'valibot';
import { fromAnswer, toRequest } from './values.ts';

/** Marks the context of a call whose input and output have plain JavaScript values. */
const HAS_PLAIN_VALUES = 'hasPlainValues';

/** Tells the protocol that it converts the values of this call. */
export function markPlain(context: HandlerExecutionContext): void {
  context[HAS_PLAIN_VALUES] = true;
}

type Operation = Parameters<AwsJson1_0Protocol['serializeRequest']>[0];
type Context = HandlerExecutionContext & SerdeFunctions;

const Answer = v.custom<object>(value => typeof value === 'object' && value !== null);
const Body = v.instance(Readable);
const NOTHING = {};

/**
 * DynamoDB's protocol of the SDK, which writes and reads the JSON of calls with plain values itself: one conversion in each direction, in
 * place of the document client's and of the one by schemas. Headers, endpoint, metadata, errors and all other calls are the SDK's (../wire.md).
 */
export class PlainValuesProtocol extends AwsJson1_0Protocol {
  override async serializeRequest(
    operation: Operation,
    input: object,
    context: Context & EndpointBearer,
  ): Promise<HttpRequest> {
    if (context[HAS_PLAIN_VALUES] !== true) return await super.serializeRequest(operation, input, context);
    const request = await super.serializeRequest(operation, NOTHING, context);
    request.body = JSON.stringify(toRequest(input));
    return request;
  }

  override async deserializeResponse<Output extends MetadataBearer>(
    operation: Operation,
    context: Context,
    response: HttpResponse,
  ): Promise<Output> {
    if (context[HAS_PLAIN_VALUES] !== true || this.isErrorResponse(response.statusCode))
      return await super.deserializeResponse<Output>(operation, context, response);
    const answer = v.parse(Answer, JSON.parse(await readText(v.parse(Body, response.body))));
    response.body = undefined;
    const output = await super.deserializeResponse<Output>(operation, context, response);
    return Object.assign(output, fromAnswer(answer));
  }
}

/** Reads a response's body, which mostly arrives in one piece. The SDK's collector and iterating over the stream take longer. */
function readText(body: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    body.on('data', (chunk: Buffer) => chunks.push(chunk));
    body.on('error', reject);
    body.on('end', () => resolve(Buffer.concat(chunks).toString()));
  });
}
