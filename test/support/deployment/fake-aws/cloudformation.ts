/** An error as CloudFormation answers it. */
export class CloudFormationError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface TemplateResource {
  Type: string;
  Properties?: any;
  DeletionPolicy?: 'Delete' | 'Retain' | 'RetainExceptOnCreate';
}

interface Resource extends TemplateResource {
  /** The names of the nested stacks around it and its logical id. */
  path: string;
  /** Type and physical name, if the template sets one: no other resource can have them. */
  fixedName: string | undefined;
}

interface Stack {
  id: string;
  status: string;
  reason: string;
  isProtected: boolean;
  resources: Resource[];
  /** The text of its template, and that of its change set. */
  template: string;
  proposed: string | undefined;
}

type Templates = (hash: string) => string;

/** How a resource's creation fails. @returns the reason, undefined when it succeeds */
export type Failure = (type: string) => string | undefined;

/**
 * CloudFormation as the CDK's command sees it: stacks with change sets, rollback, deletion policies and termination protection. It
 * creates nothing, but refuses a name that a resource already has, as the services do, and the deletion of a protected table.
 */
export class FakeCloudFormation {
  readonly stacks = new Map<string, Stack>();
  /** Resources that outlived their stack. */
  readonly orphans: Resource[] = [];
  /** Fails creations, until it is replaced. */
  failure: Failure = () => undefined;
  readonly #templates: Templates;
  #count = 0;

  /** @param templates returns the text of an uploaded template by the hash in its URL */
  constructor(templates: Templates) {
    this.#templates = templates;
  }

  /** @throws CloudFormationError for a name or id without a stack */
  find(nameOrId: string): Stack {
    for (const [name, stack] of this.stacks) if (name === nameOrId || stack.id === nameOrId) return stack;
    throw new CloudFormationError('ValidationError', `Stack with id ${nameOrId} does not exist`);
  }

  propose(name: string, type: string, template: string): Stack {
    const known = this.stacks.get(name);
    if (type === 'CREATE' && known && known.status !== 'REVIEW_IN_PROGRESS')
      throw new CloudFormationError('ValidationError', `Stack ${name} already exists`);
    if (type === 'UPDATE' && !known) this.find(name);
    const stack = known ?? this.#empty(name);
    stack.proposed = template;
    return stack;
  }

  #empty(name: string): Stack {
    const id = `arn:aws:cloudformation:us-east-1:123456789012:stack/${name}/${++this.#count}`;
    const stack = {
      id,
      status: 'REVIEW_IN_PROGRESS',
      reason: '',
      isProtected: false,
      resources: [],
      template: '{}',
      proposed: undefined,
    };
    this.stacks.set(name, stack);
    return stack;
  }

  /** @throws CloudFormationError for a stack without a change set */
  proposal(nameOrId: string): Stack & { proposed: string } {
    const stack = this.find(nameOrId);
    const { proposed } = stack;
    if (proposed === undefined) throw new CloudFormationError('ChangeSetNotFound', 'There is no change set');
    return Object.assign(stack, { proposed });
  }

  execute(nameOrId: string): void {
    const stack = this.proposal(nameOrId);
    const kind = stack.status === 'REVIEW_IN_PROGRESS' ? 'CREATE' : 'UPDATE';
    stack.template = stack.proposed;
    const wanted = this.#listResources(JSON.parse(stack.proposed), '');
    if (kind === 'CREATE') this.#create(stack, wanted);
    else Object.assign(stack, { resources: wanted, status: 'UPDATE_COMPLETE' });
  }

  #create(stack: Stack, wanted: readonly Resource[]): void {
    for (const resource of wanted) {
      const reason = this.#findRefusal(resource) ?? this.failure(resource.Type);
      if (reason === undefined) stack.resources.push(resource);
      else {
        this.#rollBack(stack, `${resource.path}: ${reason}`);
        return;
      }
    }
    stack.status = 'CREATE_COMPLETE';
  }

  #findRefusal({ fixedName }: Resource): string | undefined {
    const existing = [...this.orphans, ...[...this.stacks.values()].flatMap(({ resources }) => resources)];
    return fixedName !== undefined && existing.some(resource => resource.fixedName === fixedName)
      ? `${fixedName} already exists`
      : undefined;
  }

  /** Deletes what was created. CloudFormation can't delete a table with deletion protection. */
  #rollBack(stack: Stack, reason: string): void {
    const kept = stack.resources.filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain');
    this.orphans.push(...kept);
    const stuck = stack.resources.filter(resource => !kept.includes(resource) && isProtectedTable(resource));
    Object.assign(stack, {
      resources: stuck,
      status: stuck.length > 0 ? 'ROLLBACK_FAILED' : 'ROLLBACK_COMPLETE',
      reason,
    });
  }

  /** @throws CloudFormationError when the stack is protected */
  delete(nameOrId: string): void {
    const stack = this.find(nameOrId);
    const [name = ''] = [...this.stacks].find(([, candidate]) => candidate === stack) ?? [];
    if (stack.isProtected)
      throw new CloudFormationError(
        'ValidationError',
        `Stack [${name}] cannot be deleted while TerminationProtection is enabled`,
      );
    this.orphans.push(
      ...stack.resources.filter(({ DeletionPolicy = 'Delete' }) => DeletionPolicy !== 'Delete'),
    );
    this.stacks.delete(name);
  }

  /** The resources of a template and its nested stacks, in the order of the template. */
  #listResources(template: { Resources: Record<string, TemplateResource> }, within: string): Resource[] {
    return Object.entries(template.Resources).flatMap(([logicalId, resource]) => {
      const path = `${within}${logicalId}`;
      const [, hash] =
        /([\da-f]{64})\.json/.exec(JSON.stringify(resource.Properties?.TemplateURL ?? '')) ?? [];
      const inner =
        hash === undefined ? [] : this.#listResources(JSON.parse(this.#templates(hash)), `${path}/`);
      return [...inner, { ...resource, path, fixedName: readFixedName(resource) }];
    });
  }
}

function isProtectedTable({ Properties }: Resource): boolean {
  return Properties?.DeletionProtectionEnabled === true;
}

/** Types whose property `<Kind>Name` or `Name` is unique in an account and region. */
const NAMED: Record<string, string> = {
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::Scheduler::ScheduleGroup': 'Name',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudFront::Function': 'Name',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
};

function readFixedName({ Type, Properties }: TemplateResource): string | undefined {
  const name = Properties?.[NAMED[Type] ?? ''];
  return name === undefined ? undefined : `${Type} ${JSON.stringify(name)}`;
}
