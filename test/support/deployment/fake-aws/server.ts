import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { CloudFormationError, FakeCloudFormation } from './cloudformation.ts';

interface Answer {
  status?: number;
  type?: string;
  body: string;
}

/** The calls to CloudFormation that change something, in order. */
const CHANGING = [
  'CreateChangeSet',
  'UpdateTerminationProtection',
  'ExecuteChangeSet',
  'DeleteStack',
  'CreateStack',
  'UpdateStack',
];

function toXml(value: unknown): string {
  if (Array.isArray(value)) return value.map(member => `<member>${toXml(member)}</member>`).join('');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([name, inner]) => `<${name}>${toXml(inner)}</${name}>`)
      .join('');
  return String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An AWS account that the CDK's command can deploy to: CloudFormation, the bucket of a bootstrapped region, STS and SSM. */
export class FakeAws {
  readonly cloudFormation = new FakeCloudFormation(hash => this.#template(hash));
  /** The names of the changing calls to CloudFormation since the last `takeCalls`. */
  #calls: string[] = [];
  readonly #objects = new Map<string, Buffer>();
  readonly #server = createServer((request, response) => {
    const send = ({ status = 200, type = 'text/xml', body }: Answer): void =>
      void response.writeHead(status, { 'content-type': type }).end(body);
    // The command reports a lost connection, also one whose request this cannot answer.
    this.#answer(request)
      .then(send)
      .catch(() => response.destroy());
  });

  async start(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  takeCalls(): string[] {
    return this.#calls.splice(0);
  }

  #template(hash: string): string {
    const [, template] = [...this.#objects].find(([key]) => key.endsWith(`/${hash}.json`)) ?? [];
    if (!template) throw new CloudFormationError('ValidationError', `S3 error: there is no template ${hash}`);
    return template.toString();
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const sent = await buffer(request);
    const target = request.headers['x-amz-target'];
    if (typeof target === 'string') return answerJson(target);
    const form = new URLSearchParams(sent.toString('latin1'));
    if (request.method === 'POST' && form.has('Action')) return this.#answerQuery(form);
    return this.#answerS3(request, sent);
  }

  #answerS3({ method, url = '/' }: IncomingMessage, sent: Buffer): Answer {
    const { pathname, searchParams } = new URL(url, 'http://s3');
    if (method === 'PUT') this.#objects.set(pathname, sent);
    if (method !== 'GET') return { body: '' };
    if (searchParams.has('location')) return { body: '<LocationConstraint/>' };
    if (searchParams.has('encryption'))
      return {
        status: 404,
        body: '<Error><Code>ServerSideEncryptionConfigurationNotFoundError</Code></Error>',
      };
    return { body: '<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>' };
  }

  #answerQuery(form: URLSearchParams): Answer {
    const action = form.get('Action')!;
    if (CHANGING.includes(action)) this.#calls.push(action);
    try {
      const result = this.#run(action, name => form.get(name) ?? '');
      return {
        body: `<${action}Response><${action}Result>${toXml(result)}</${action}Result></${action}Response>`,
      };
    } catch (error) {
      if (!(error instanceof CloudFormationError)) throw error;
      const { code: Code, message: Message } = error;
      return { status: 400, body: toXml({ ErrorResponse: { Error: { Type: 'Sender', Code, Message } } }) };
    }
  }

  /** @throws CloudFormationError */
  #run(action: string, value: (name: string) => string): object {
    const { cloudFormation } = this;
    const name = value('StackName');
    const run: Record<string, () => object> = {
      GetCallerIdentity: () => ({
        Account: '123456789012',
        Arn: 'arn:aws:iam::123456789012:user/test',
        UserId: 'A',
      }),
      AssumeRole: () => ({
        Credentials: {
          AccessKeyId: 'AKIDTEST',
          SecretAccessKey: 'secret',
          SessionToken: 'token',
          Expiration: '2100-01-01T00:00:00Z',
        },
      }),
      DescribeStacks: () => ({ Stacks: [this.#describe(name)] }),
      GetTemplate: () => ({ TemplateBody: cloudFormation.find(name).template }),
      CreateChangeSet: () => {
        const [, hash = ''] = /([\da-f]{64})\.json/.exec(value('TemplateURL')) ?? [];
        const { id } = cloudFormation.propose(name, value('ChangeSetType'), this.#template(hash));
        return { Id: id.replace(':stack/', ':changeSet/'), StackId: id };
      },
      DescribeChangeSet: () => ({
        StackId: cloudFormation.proposal(name).id,
        ChangeSetId: value('ChangeSetName'),
        Status: 'CREATE_COMPLETE',
        ExecutionStatus: 'AVAILABLE',
        CreationTime: '2026-11-01T00:00:00Z',
        Changes: [{ Type: 'Resource', ResourceChange: { Action: 'Add', LogicalResourceId: 'any' } }],
      }),
      DeleteChangeSet: () => {
        cloudFormation.find(name).proposed = undefined;
        return {};
      },
      ExecuteChangeSet: () => {
        cloudFormation.execute(name);
        return {};
      },
      UpdateTerminationProtection: () => {
        const stack = cloudFormation.find(name);
        stack.isProtected = value('EnableTerminationProtection') === 'true';
        return { StackId: stack.id };
      },
      DeleteStack: () => {
        cloudFormation.delete(name);
        return {};
      },
      DescribeStackEvents: () => ({ StackEvents: [] }),
      DescribeEvents: () => ({ OperationEvents: [] }),
      ListStackResources: () => ({ StackResourceSummaries: [] }),
      DescribeStackResources: () => ({ StackResources: [] }),
    };
    if (!run[action]) throw new CloudFormationError('InvalidAction', `${action} is not part of the fake`);
    return run[action]();
  }

  #describe(nameOrId: string): object {
    const { id, status, reason, isProtected } = this.cloudFormation.find(nameOrId);
    return {
      StackId: id,
      StackName: id.split('/')[1],
      StackStatus: status,
      StackStatusReason: reason || undefined,
      CreationTime: '2026-11-01T00:00:00Z',
      EnableTerminationProtection: isProtected,
      Tags: [],
      Outputs: [],
    };
  }
}

/** Systems Manager, which has the version of the bootstrap stack. */
function answerJson(target: string): Answer {
  const type = 'application/x-amz-json-1.1';
  if (target === 'AmazonSSM.GetParameter')
    return { type, body: JSON.stringify({ Parameter: { Value: '30', Type: 'String' } }) };
  return {
    status: 400,
    type,
    body: JSON.stringify({ __type: 'UnknownOperationException', message: target }),
  };
}
