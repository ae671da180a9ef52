/** The modules that open connections by themselves. */
const MODULES = /^(?:node:)?(?:https?|http2|net|tls|dgram|undici)(?:\/.*)?$/;
const USE_GUARDED = 'Outgoing HTTP goes through the guarded client (shared/platform/http/guarded).';

/** Reports every way in which a module can load one that opens connections: static and dynamic imports, re-exports, require. */
const onlyGuarded = {
  create(context) {
    const check = source => {
      if (source?.type === 'Literal' && MODULES.test(source.value))
        context.report({ node: source, message: USE_GUARDED });
    };
    const checkSource = node => check(node.source);
    return {
      ImportDeclaration: checkSource,
      ImportExpression: checkSource,
      ExportNamedDeclaration: checkSource,
      ExportAllDeclaration: checkSource,
      TSExternalModuleReference: node => check(node.expression),
      CallExpression: node => {
        const { callee } = node;
        const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name;
        if (name === 'require' || name === 'getBuiltinModule') check(node.arguments[0]);
      },
    };
  },
};

const USE_LAYERS =
  'A client keeps its own method: a layer (shared/platform/store/layers.ts) or middleware goes around its calls.';

/** Reports every way in which a module can replace the method `send`, which each client of the AWS SDK has. */
const noReplacedSend = {
  create(context) {
    const isSend = ({ name, value }) => name === 'send' || value === 'send';
    const report = node => context.report({ node, message: USE_LAYERS });
    return {
      AssignmentExpression: ({ left }) => {
        if (left.type === 'MemberExpression' && isSend(left.property)) report(left);
      },
      CallExpression: ({ callee, arguments: given }) => {
        const name = callee.property?.name;
        const [, what] = given;
        if ((name === 'defineProperty' || name === 'spyOn') && what?.value === 'send') report(what);
        if (name !== 'assign' || what?.type !== 'ObjectExpression') return;
        for (const property of what.properties) if (property.key && isSend(property.key)) report(property);
      },
    };
  },
};

/** Rules of this project that no published set has. */
export default {
  meta: { name: 'broadsheet' },
  rules: { 'only-guarded-connections': onlyGuarded, 'no-replaced-send': noReplacedSend },
};
