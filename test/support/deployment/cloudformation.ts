import { text } from 'node:stream/consumers';
import { startWeb } from '../web/web.ts';

/** The stand-in's answer about a stack: its outputs by name, or an error's code. */
export interface StackAnswer {
  outputs?: Record<string, string>;
  error?: string;
}

const RESPONSE = 'xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"';

function description(outputs: Record<string, string> = {}): string {
  return `<DescribeStacksResponse ${RESPONSE}>
  <DescribeStacksResult><Stacks><member>
    <StackName>broadsheet</StackName><StackStatus>CREATE_COMPLETE</StackStatus>
    <CreationTime>2026-01-01T00:00:00Z</CreationTime>
    <Outputs>${Object.entries(outputs)
      .map(
        ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
      )
      .join('')}</Outputs>
  </member></Stacks></DescribeStacksResult>
</DescribeStacksResponse>`;
}

function refusal(code: string, message: string): string {
  return `<ErrorResponse ${RESPONSE}><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>1</RequestId></ErrorResponse>`;
}

/** Starts a stand-in for CloudFormation that answers DescribeStacks with the given answers. */
export function startCloudFormation(stacks: ReadonlyMap<string, StackAnswer>) {
  return startWeb((request, response) => {
    const answerTo = (body: string): void => {
      const name = new URLSearchParams(body).get('StackName') ?? '';
      const answer = stacks.get(name);
      const send = (status: number, xml: string) =>
        response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
      if (!answer) send(400, refusal('ValidationError', `Stack with id ${name} does not exist`));
      else if (answer.error !== undefined) send(403, refusal(answer.error, 'Refused'));
      else send(200, description(answer.outputs));
    };
    // A client that gives up in the middle of a request needs no answer.
    void text(request).then(answerTo, () => response.destroy());
  });
}
